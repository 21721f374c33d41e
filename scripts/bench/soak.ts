/**
 * Keeps the program at work for long: 60 % of what it can take, with every stage, queries and listeners. Memory, lag and
 * open files must not grow.
 *
 *   scripts/run scripts/bench/soak.ts --executable [--minutes 60] [--dir FOLDER] [--share 0.6]
 *
 * What it can take is measured first: records a second from the first request until the last is examined and scored.
 */
import { readdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { discard, startBenched } from "./appliance.ts";
import { createBodyMaker } from "./bodies.ts";
import { runLoad } from "./load.ts";
import { runOpenLoad } from "./open-load.ts";
import { usageOf } from "./processes.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "60" },
    dir: { type: "string", default: process.cwd() },
    share: { type: "string", default: "0.6" },
    executable: { type: "boolean", default: false },
  },
});
const RECORDS = 10;
const CONNECTIONS = 48;
const LISTENERS = 20;
const PROBE_SECONDS = 10;
const LOOK_EVERY_MS = 5_000;
const ASK_EVERY_MS = 1_000;
/** What may be more at the end than after the first quarter. */
const MOST = { memoryShare: 0.1, memoryBytes: 50_000_000, files: 20, lagSeconds: 5 };
const QUERIES = [
  "/scoring/scores",
  "/scoring/trends/skill",
  "/scoring/metrics",
  "/scoring/turns/slowest",
  "/v1/intelligence/throttle",
  "/v1/intelligence/rightsizing",
  "/v1/telemetry/logs?limit=50",
  "/v1/admin/status",
  "/metrics",
];

/** How it was at one moment. */
interface Look {
  residentBytes: number;
  files: number;
  lagSeconds: number;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const appliance = await startBenched(values.dir);
const headers = { authorization: `Bearer ${appliance.key}` };
const failures = new Set<string>();
const looks: Look[] = [];
let firstCount = 0;

const capacity = await probe();
const rate = capacity * Number(values.share);
say(
  `takes ${capacity.toFixed(0)} records/s to the score; now ${rate.toFixed(0)} for ${values.minutes} minutes`,
);
say("minute   memory MB   open files   lag s   slowest query ms");
const streams = await Promise.all(Array.from({ length: LISTENERS }, listen));
let slowestMs = 0;
const timers = [setInterval(() => void look(), LOOK_EVERY_MS), setInterval(() => void ask(), ASK_EVERY_MS)];
for (let minute = 1; minute <= Number(values.minutes); minute += 1) await workForAMinute(minute);
for (const timer of timers) clearInterval(timer);
for (const stream of streams) stream.abort();
judge();
await appliance.stop();
discard(appliance);
for (const failure of failures) say(`FAILED: ${failure}`);
process.exit(failures.size === 0 ? 0 : 1);

async function probe(): Promise<number> {
  const startedAt = performance.now();
  const { requests } = await runLoad({ ...target(), connections: CONNECTIONS, seconds: PROBE_SECONDS });
  while ((await missing()) > 0) await Bun.sleep(100);
  return (requests * RECORDS) / ((performance.now() - startedAt) / 1000);
}

function target() {
  firstCount += 1_000_000_000;
  const nextBody = createBodyMaker(RECORDS, "plain", firstCount).next;
  return { port: appliance.port, path: "/v1/logs", headers, nextBody };
}

async function workForAMinute(minute: number): Promise<void> {
  slowestMs = 0;
  const result = await runOpenLoad({
    ...target(),
    perSecond: rate / RECORDS,
    seconds: 60,
    mostConnections: CONNECTIONS,
  });
  for (const [status, count] of Object.entries(result.refused)) failures.add(`${count} answers of ${status}`);
  const now = looks.at(-1);
  if (now === undefined) return;
  say(
    [
      String(minute).padStart(6),
      (now.residentBytes / 1e6).toFixed(0).padStart(11),
      String(now.files).padStart(12),
      now.lagSeconds.toFixed(1).padStart(7),
      slowestMs.toFixed(0).padStart(18),
    ].join(" "),
  );
}

async function look(): Promise<void> {
  const { residentBytes } = usageOf(appliance.pid);
  const files = readdirSync(`/proc/${appliance.pid}/fd`).length;
  looks.push({ residentBytes, files, lagSeconds: (await missing()) / rate });
}

async function ask(): Promise<void> {
  const path = QUERIES[Math.floor(Math.random() * QUERIES.length)] ?? "/health";
  const askedAt = performance.now();
  const answer = await fetch(`http://127.0.0.1:${appliance.port}${path}`, { headers }).catch(() => null);
  await answer?.text();
  slowestMs = Math.max(slowestMs, performance.now() - askedAt);
  if (answer?.status !== 200) failures.add(`${path} answered ${answer?.status ?? "nothing"}`);
}

async function listen(): Promise<AbortController> {
  const stream = new AbortController();
  const { signal } = stream;
  const answer = await fetch(`http://127.0.0.1:${appliance.port}/v1/advisor/stream`, { headers, signal });
  if (answer.status !== 200) failures.add(`a stream was answered ${answer.status}`);
  void answer.body?.pipeTo(new WritableStream(), { signal }).catch(() => {});
  return stream;
}

/** Records that are acknowledged and not examined. */
async function missing(): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${appliance.port}/v1/admin/status`, { headers });
  const { books } = (await answer.json()) as { books: Books };
  return books.published.records - books.duplicate.records - books.examinedRecords;
}

interface Books {
  published: { records: number };
  duplicate: { records: number };
  examinedRecords: number;
}

function judge(): void {
  const quarter = Math.max(1, Math.floor(looks.length / 4));
  const [early, late] = [looks.slice(quarter, 2 * quarter), looks.slice(-quarter)];
  const growth = (valueOf: (seen: Look) => number) => median(late.map(valueOf)) - median(early.map(valueOf));
  const memory = median(early.map(({ residentBytes }) => residentBytes));
  const [bytes, files] = [growth(({ residentBytes }) => residentBytes), growth((seen) => seen.files)];
  const lag = Math.max(...looks.map(({ lagSeconds }) => lagSeconds));
  say(
    `from the second quarter to the last: memory ${(memory / 1e6).toFixed(0)} ${bytes < 0 ? "−" : "+"} ` +
      `${(Math.abs(bytes) / 1e6).toFixed(0)} MB, open files ${files < 0 ? "−" : "+"} ${Math.abs(files)}; ` +
      `longest lag ${lag.toFixed(1)} s`,
  );
  if (bytes > Math.max(MOST.memoryBytes, MOST.memoryShare * memory)) failures.add("memory grew");
  if (files > MOST.files) failures.add("open files grew");
  if (lag > MOST.lagSeconds) failures.add(`the lag reached ${lag.toFixed(1)} s`);
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
