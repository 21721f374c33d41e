/** Reads objects through a Collector: its receiver of OTLP JSON files takes them in, its file exporter writes them. */
import { $ } from "bun";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { startCollector, withoutOwnMetrics } from "../collector/collector.ts";
import type { Signal } from "./readers.ts";

const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 200;
const RUN = /"interop\.run","value":\{"stringValue":"([^"]+)"/g;

/**
 * A Collector that reads files.
 *
 * @returns What finds the run of each record of some objects.
 */
export async function bringFileReceiver(
  folder: string,
): Promise<(objects: readonly string[], signal: Signal) => Promise<string[]>> {
  const program = join(folder, "file-reader");
  await $`go build -o ${program} .`.cwd(join(import.meta.dir, "../collector/file-reader")).quiet();
  return async (objects, signal) => {
    const place = join(folder, `file-receiver-${signal}`);
    mkdirSync(place);
    // it unpacks only gzip
    await $`zstd -dc ${objects} > ${join(place, "in.jsonl")}`;
    await Bun.write(join(place, "settings.yaml"), settingsFor(place, signal));
    const collector = startCollector({ program, folder: place, file: "settings.yaml" });
    try {
      return await runsWithin(place);
    } finally {
      collector.kill("SIGTERM");
      await collector.exited;
    }
  };
}

/**
 * Waits until all are there that went in.
 *
 * @returns Those that are, when it waited in vain.
 */
async function runsWithin(place: string): Promise<string[]> {
  const sent = runsIn(await Bun.file(join(place, "in.jsonl")).text()).length;
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const out = Bun.file(join(place, "out.jsonl"));
    const runs = (await out.exists()) ? runsIn(await out.text()) : [];
    if (runs.length >= sent || performance.now() > giveUpAt) return runs;
    await Bun.sleep(LOOK_EVERY_MS);
  }
}

function runsIn(text: string): string[] {
  return [...text.matchAll(RUN)].map(([, run = ""]) => run);
}

function settingsFor(place: string, signal: Signal): string {
  const settings = {
    receivers: { otlpjsonfile: { include: [join(place, "in.jsonl")], start_at: "beginning" } },
    exporters: { file: { path: join(place, "out.jsonl"), flush_interval: "100ms" } },
    service: { pipelines: { [signal]: { receivers: ["otlpjsonfile"], exporters: ["file"] } } },
  };
  return withoutOwnMetrics(Bun.YAML.stringify(settings, null, 2));
}
