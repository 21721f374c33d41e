/** Those who send: OpenTelemetry's SDKs and its Collector, as their registries have them. */
import { $ } from "bun";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { buildCollector, startCollector, withoutOwnMetrics } from "../collector/collector.ts";
import { hasEnded } from "../chaos/victim.ts";
import { freePort } from "../free-port.ts";

/** One way of sending a log record, a span and a metric. */
export interface Sender {
  name: string;
  /** Sends each once to `<base>/v1/<signal>`, with the name of the run as an attribute. */
  send(run: SentRun): Promise<void>;
}

export interface SentRun {
  run: string;
  base: string;
  key: string;
  compression: "none" | "gzip";
}

const JAVASCRIPT_VERSIONS = ["0.57.2", "0.223.0", "0.301.0"];
const PYTHON_VERSION = "0.66b1";
const EXPORTERS = ["logs", "trace", "metrics"].map((signal) => `@opentelemetry/exporter-${signal}-otlp-http`);

/** Brings them into the folder. */
export async function bringSenders(folder: string): Promise<Sender[]> {
  const javascript: Sender[] = [];
  for (const version of JAVASCRIPT_VERSIONS) javascript.push(await bringJavascript(folder, version));
  return [...javascript, await bringPython(folder), await bringCollector(folder)];
}

async function bringJavascript(folder: string, version: string): Promise<Sender> {
  const place = join(folder, `javascript-${version}`);
  mkdirSync(place);
  await Bun.write(join(place, "package.json"), "{}");
  await $`npm install --silent --no-audit --no-fund ${EXPORTERS.map((name) => `${name}@${version}`)}`
    .cwd(place)
    .quiet();
  await Bun.write(join(place, "send.mjs"), Bun.file(join(import.meta.dir, "send.mjs")));
  return {
    name: `JavaScript SDK, exporters ${version}`,
    send: (run) => runIn(place, ["node", "send.mjs"], run),
  };
}

async function bringPython(folder: string): Promise<Sender> {
  const place = join(folder, "python");
  await $`python3 -m venv ${place}`.quiet();
  await $`${place}/bin/pip install --quiet ${`opentelemetry-exporter-otlp-json-http==${PYTHON_VERSION}`}`.quiet();
  const program = [join(place, "bin/python"), join(import.meta.dir, "send.py")];
  return {
    name: `Python SDK, JSON exporter ${PYTHON_VERSION}`,
    send: (run) => runIn(place, program, run),
  };
}

async function runIn(
  cwd: string,
  command: string[],
  { run, base, key, compression }: SentRun,
): Promise<void> {
  await $`${command}`
    .cwd(cwd)
    .env({
      ...process.env,
      INTEROP_RUN: run,
      OTEL_EXPORTER_OTLP_ENDPOINT: base,
      OTEL_EXPORTER_OTLP_COMPRESSION: compression,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${key}`,
    })
    .quiet();
}

async function bringCollector(folder: string): Promise<Sender> {
  const program = await buildCollector(folder);
  return {
    name: "Collector 0.155.0, otlp_http with encoding json",
    send: (run) => sendThroughCollector(folder, program, run),
  };
}

async function sendThroughCollector(folder: string, program: string, sent: SentRun): Promise<void> {
  const port = freePort();
  const file = `${sent.run}.yaml`;
  await Bun.write(join(folder, file), collectorSettings(port, sent));
  const child = startCollector({ program, folder, file });
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilAnswered(child, url);
    for (const [signal, body] of Object.entries(bodiesOf(sent.run))) {
      const headers = { "content-type": "application/json" };
      const answer = await fetch(`${url}/v1/${signal}`, { method: "POST", headers, body });
      if (answer.status !== 200) throw new Error(`the Collector answered ${answer.status} to ${signal}`);
    }
  } finally {
    child.kill("SIGTERM"); // it sends what it has first
    await child.exited;
  }
}

/** @throws When it ends before, as it does with settings that it does not take. */
async function untilAnswered(child: Bun.Subprocess, url: string): Promise<void> {
  while ((await fetch(url).catch(() => null)) === null) {
    if (hasEnded(child)) throw new Error(`the Collector ended with ${child.exitCode}`);
    await Bun.sleep(50);
  }
}

function collectorSettings(port: number, { base, key, compression }: SentRun): string {
  const pipeline = { receivers: ["otlp"], exporters: ["otlp_http"] };
  const settings = {
    receivers: { otlp: { protocols: { http: { endpoint: `127.0.0.1:${port}` } } } },
    exporters: {
      otlp_http: {
        endpoint: base,
        encoding: "json",
        compression,
        headers: { authorization: `Bearer ${key}` },
        retry_on_failure: { initial_interval: "200ms" },
        sending_queue: { enabled: false }, // it answers when it was answered
      },
    },
    service: { pipelines: { logs: pipeline, traces: pipeline, metrics: pipeline } },
  };
  return withoutOwnMetrics(Bun.YAML.stringify(settings, null, 2));
}

function bodiesOf(run: string): Record<"logs" | "traces" | "metrics", string> {
  const attributes = [{ key: "interop.run", value: { stringValue: run } }];
  const now = `${Date.now()}000000`;
  const ids = { traceId: "5b8efff798038103d269b633813fc60c", spanId: "eee19b7ec3c1b174" };
  const span = { ...ids, name: "a span", kind: 1, startTimeUnixNano: now, endTimeUnixNano: now, attributes };
  const dataPoints = [{ asInt: "1", startTimeUnixNano: now, timeUnixNano: now, attributes }];
  const sum = { dataPoints, aggregationTemporality: 2, isMonotonic: true };
  const record = { timeUnixNano: now, body: { stringValue: "a record" }, attributes };
  return {
    logs: JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] }),
    traces: JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }),
    metrics: JSON.stringify({
      resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: "a.counter", sum }] }] }],
    }),
  };
}
