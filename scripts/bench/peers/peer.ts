/** What takes the same load side by side, and how each is started. */
import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { startCollector, withoutOwnMetrics } from "../../collector/collector.ts";
import { freePort } from "../../free-port.ts";
import { type Bytes } from "../../../src/vocabulary/units.ts";
import { discard, startBenched } from "../appliance.ts";

/** One of them, running. */
export interface Peer {
  name: string;
  port: number;
  headers: Readonly<Record<string, string>>;
  /** Its processes; those they start are counted with them. */
  pids: readonly number[];
  /** The records it took as it keeps them, and everything that is in its folder. */
  bytesOnDisk(): Promise<{ records: Bytes; all: Bytes }>;
  /** Waits until nothing of what it took is still on its way to the disk. */
  settle(records: number): Promise<void>;
  stop(): Promise<void>;
}

const PATIENCE_MS = 600_000;
const LOOK_EVERY_MS = 250;

/** This program, as its users run it: fsync before each answer. */
export async function startScoring(flags: Parameters<typeof startBenched>[0]): Promise<Peer> {
  const appliance = await startBenched(flags);
  return {
    name: "scoring, fsync",
    port: appliance.port,
    headers: { authorization: `Bearer ${appliance.key}` },
    pids: [appliance.pid],
    bytesOnDisk: async () => ({
      records: await sizeOf(join(appliance.directory, "objects")),
      all: await sizeOf(appliance.directory),
    }),
    settle: (records) => until(async () => (await appliance.books()).examined.records >= records),
    stop: async () => {
      await appliance.stop();
      discard(appliance);
    },
  };
}

/** How a Collector is set up. */
export interface CollectorKind {
  name: string;
  compression: "none" | "zstd";
  /** Another Collector is before it, whose queue is on disk and synced. */
  queue: boolean;
}

/** @param program - The built program, and the folder to be in. */
export async function startCollectors(program: string, inside: string, kind: CollectorKind): Promise<Peer> {
  const folder = mkdtempSync(join(inside, "collector-bench-"));
  mkdirSync(join(folder, "queue"));
  const ports = { writer: freePort(), queue: freePort() };
  await Bun.write(join(folder, "writer.yaml"), writerSettings(ports.writer, kind.compression));
  const running = [startCollector({ program, folder, file: "writer.yaml" })];
  if (kind.queue) {
    await Bun.write(join(folder, "queue.yaml"), queueSettings(ports.queue, ports.writer));
    running.push(startCollector({ program, folder, file: "queue.yaml" }));
  }
  const port = kind.queue ? ports.queue : ports.writer;
  await until(() =>
    fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    ),
  );
  const kept = join(folder, "logs.json");
  return {
    name: kind.name,
    port,
    headers: {},
    pids: running.map(({ pid }) => pid),
    bytesOnDisk: async () => ({ records: statSync(kept).size, all: await sizeOf(folder) }),
    settle: () => standsStill(kept),
    stop: async () => {
      for (const child of running.toReversed()) {
        child.kill("SIGTERM");
        await child.exited;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function writerSettings(port: number, compression: CollectorKind["compression"]): string {
  const file = { path: "./logs.json", ...(compression === "zstd" && { compression }) };
  return settingsOf({
    receivers: { otlp: { protocols: { http: { endpoint: `127.0.0.1:${port}` } } } },
    exporters: { file },
    service: { pipelines: { logs: { receivers: ["otlp"], exporters: ["file"] } } },
  });
}

/** Answers when a request is in the queue and synced, as docs/collector.yaml has it. */
function queueSettings(port: number, writer: number): string {
  return settingsOf({
    extensions: { file_storage: { directory: "./queue", fsync: true } },
    receivers: { otlp: { protocols: { http: { endpoint: `127.0.0.1:${port}` } } } },
    exporters: {
      otlp_http: {
        endpoint: `http://127.0.0.1:${writer}`,
        encoding: "json",
        sending_queue: { storage: "file_storage", queue_size: 1_000_000, block_on_overflow: true },
      },
    },
    service: {
      extensions: ["file_storage"],
      pipelines: { logs: { receivers: ["otlp"], exporters: ["otlp_http"] } },
    },
  });
}

function settingsOf(settings: object): string {
  return withoutOwnMetrics(Bun.YAML.stringify(settings, null, 2));
}

async function sizeOf(directory: string): Promise<Bytes> {
  return Number((await Bun.$`du -sb ${directory}`.text()).split("\t")[0]);
}

/** A file that is written once a second or more often has ended when it does not grow for five. */
async function standsStill(path: string): Promise<void> {
  let [size, since] = [-1, performance.now()];
  await until(async () => {
    const now = await Bun.file(path).size;
    if (now !== size) [size, since] = [now, performance.now()];
    return performance.now() - since > 5_000;
  });
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) throw new Error("it did not come to rest within ten minutes");
    await Bun.sleep(LOOK_EVERY_MS);
  }
}
