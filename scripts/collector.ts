/**
 * Shows that docs/collector.yaml loses nothing: a Collector with that file is in front of the executable, which is
 * taken away for a while under load; the Collector is killed once meanwhile.
 *
 *   scripts/run scripts/collector.ts [--seconds 60] [--rate 200]
 *
 * Records go as JSON to one Collector, from there as gRPC to the one with the documented settings, and from there to
 * `scoring`. Needs Go, and ./scoring; prints one line of what was sent and what was found.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { hasEnded } from "./chaos/victim.ts";
import { buildCollector, startCollector, withoutOwnMetrics } from "./collector/collector.ts";
import { amount, readFlags } from "./flags.ts";
import { freePort } from "./free-port.ts";

const flags = readFlags({ seconds: amount(60), rate: amount(200) });
const outageMs = flags.seconds * 1000;
const everyMs = 1000 / flags.rate;

const ROOT = resolve(import.meta.dir, "..");
const folder = mkdtempSync(join(tmpdir(), "collector-"));
const ports = { bridge: freePort(), grpc: freePort(), http: freePort(), scoring: freePort() };
const scoringUrl = `http://127.0.0.1:${ports.scoring}`;
const directory = join(folder, "data");

const collector = await buildCollector(folder);
await writeSettings();

let scoring = await startScoring();
const key = /member (\S+)/.exec(readFileSync(join(directory, "first-keys"), "utf8"))?.[1] ?? "";
let front = startFrom("front.yaml");
const bridge = startFrom("bridge.yaml");

const sent = new Set<string>();
let isSending = true;
const sending = sendSteadily();
await Bun.sleep(3_000);
scoring.kill("SIGKILL");
await Bun.sleep(outageMs / 2);
front.kill("SIGKILL");
await front.exited;
front = startFrom("front.yaml");
await Bun.sleep(outageMs / 2);
scoring = await startScoring();
await Bun.sleep(3_000);
isSending = false;
await sending;
const found = await waitForAll();
for (const child of [bridge, front, scoring]) {
  child.kill("SIGTERM");
  await child.exited;
}
rmSync(folder, { recursive: true, force: true });

const lost = [...sent].filter((id) => !found.has(id)).length;
const twice = [...found.values()].filter((times) => times > 1).length;
process.stdout.write(
  `${sent.size} records taken by the first Collector, ${flags.seconds} s without scoring, the second Collector killed once: ` +
    `${lost} lost, ${twice} twice\n`,
);
process.exit(sent.size > 0 && lost === 0 ? 0 : 1);

/** The documented file with this run's ports, and a Collector before it that speaks gRPC to it. */
async function writeSettings(): Promise<void> {
  const documented = await Bun.file(join(ROOT, "docs/collector.yaml")).text();
  const settings = documented
    .replace("127.0.0.1:4317", `127.0.0.1:${ports.grpc}`)
    .replace("127.0.0.1:4319", `127.0.0.1:${ports.http}`)
    .replace("127.0.0.1:4318", `127.0.0.1:${ports.scoring}`);
  await Bun.write(join(folder, "front.yaml"), withoutOwnMetrics(settings));
  const bridge = {
    receivers: { otlp: { protocols: { http: { endpoint: `127.0.0.1:${ports.bridge}` } } } },
    exporters: {
      otlp_grpc: {
        endpoint: `127.0.0.1:${ports.grpc}`,
        tls: { insecure: true },
        retry_on_failure: { initial_interval: "100ms", max_interval: "1s" },
      },
    },
    service: { pipelines: { logs: { receivers: ["otlp"], exporters: ["otlp_grpc"] } } },
  };
  await Bun.write(join(folder, "bridge.yaml"), withoutOwnMetrics(Bun.YAML.stringify(bridge, null, 2)));
}

function startFrom(file: string): Bun.Subprocess {
  return startCollector({ program: collector, folder, file, env: { SCORING_API_KEY: key } });
}

async function startScoring(): Promise<Bun.Subprocess> {
  const child = Bun.spawn(
    [join(ROOT, "scoring"), "serve", "--data-dir", directory, "--listen", `127.0.0.1:${ports.scoring}`],
    { stdout: "ignore", stderr: "inherit" },
  );
  for (;;) {
    const answer = await fetch(`${scoringUrl}/readyz`).catch(() => null);
    if (answer?.status === 200) return child;
    if (hasEnded(child)) throw new Error(`scoring serve ended with ${child.exitCode}`);
    await Bun.sleep(50);
  }
}

async function sendSteadily(): Promise<void> {
  for (let number = 0; isSending; number += 1) {
    const id = `record-${number}`;
    const record = { timeUnixNano: `${BigInt(Date.now()) * 1_000_000n}`, body: { stringValue: id } };
    const body = JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] });
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`http://127.0.0.1:${ports.bridge}/v1/logs`, {
      method: "POST",
      headers,
      body,
    }).catch(() => null);
    if (answer?.status === 200) sent.add(id);
    await Bun.sleep(everyMs);
  }
}

/** Returns how often each id is there, once all are or two minutes have passed. */
async function waitForAll(): Promise<Map<string, number>> {
  const giveUpAt = performance.now() + 120_000;
  for (;;) {
    const found = await readAll();
    if (found.size >= sent.size || performance.now() > giveUpAt) return found;
    await Bun.sleep(1_000);
  }
}

async function readAll(): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  let cursor: string | null = "";
  while (cursor !== null) {
    const query: string = cursor === "" ? "limit=500" : `limit=500&cursor=${encodeURIComponent(cursor)}`;
    const answer = await fetch(`${scoringUrl}/v1/telemetry/logs?${query}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const page = (await answer.json()) as { logs: { body: string }[]; nextCursor: string | null };
    for (const { body } of page.logs) found.set(body, (found.get(body) ?? 0) + 1);
    cursor = page.nextCursor;
  }
  return found;
}
