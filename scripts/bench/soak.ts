/**
 * Keeps the program at work for long: 60 % of what it can take, with every stage, a judge model, questions and
 * listeners. Memory, lag and open files must not grow.
 *
 *   scripts/run scripts/bench/soak.ts --executable [--minutes 60] [--dir FOLDER] [--share 0.6] [--rate N]
 *     [--shared]
 *
 * The work is that of 1,000 developers whose days pass in some minutes each. What the program can take is measured
 * first, with questions and listeners: more and more is offered, and less whenever scores come too late. --rate says
 * instead how many records a second are sent. --shared is for a machine that other work has too: scores may come two
 * minutes late, memory may be 200 MB more, and an answer of 503 (come again) is no failure.
 */
import { readdirSync } from "node:fs";
import { DAY } from "../../src/vocabulary/units.ts";
import { amount, readFlags, toggle, wholeNumber } from "../flags.ts";
import { APPLIANCE_FLAGS, discard, startBenched } from "./appliance.ts";
import { ask, authorization, listen, pickQuestion } from "./company.ts";
import { createLiveBodies } from "./live-work.ts";
import { runOpenLoad } from "./open-load.ts";
import { usageOf } from "./processes.ts";
import { median } from "./sample.ts";
import { startModel } from "./start-model.ts";

const flags = readFlags({
  ...APPLIANCE_FLAGS,
  minutes: wholeNumber(60),
  share: amount(0.6),
  rate: amount(null),
  shared: toggle(),
});
const RECORDS = 10;
const CONNECTIONS = 48;
const LISTENERS = 20;
/**
 * Rates are tried for so long each, from the first on; what is taken is the median of the last half of them. Five
 * minutes, because an empty database takes more than one in which most of a day is.
 */
const PROBE = { steps: 150, seconds: 2, first: 1_000, more: 1.1, less: 0.8, longestLagSeconds: 3 };
const LOOK_EVERY_MS = 5_000;
const ASK_EVERY_MS = 1_000;
/** What may be more at the end than after the first quarter. */
const MOST = flags.shared
  ? { memoryShare: 0.1, memoryBytes: 200_000_000, files: 20, lagSeconds: 120 }
  : { memoryShare: 0.1, memoryBytes: 50_000_000, files: 20, lagSeconds: 5 };
/** The stages that lead from an answer to a score. */
const STAGES = ["writer", "normaliser", "metrics"];

/** How it was at one moment. */
interface Look {
  residentBytes: number;
  files: number;
  lagSeconds: number;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const model = await startModel();
const appliance = await startBenched(flags, ["--llm-base-url", model.url, "--llm-model", "a-model"]);
const headers = authorization(appliance);
const work = createLiveBodies({
  seed: "soak",
  developers: 1_000,
  sessionsADay: 8_000,
  sessionsAtOnce: 1_000,
  recordsABody: RECORDS,
  from: Date.now() - 90 * DAY,
});
const target = { port: appliance.port, path: "/v1/logs", headers, nextBody: work.next };
const failures = new Set<string>();
const looks: Look[] = [];

const streams = await Promise.all(Array.from({ length: LISTENERS }, openStream));
let slowest = { ms: 0, path: "" };
const timers = [setInterval(() => void askOnce(), ASK_EVERY_MS)];
const rate = flags.rate ?? (await probe()) * flags.share;
say(`now ${rate.toFixed(0)} records/s for ${flags.minutes} minutes`);
say("minute   memory MB   open files   lag s   p99 ms   slowest question ms");
timers.push(setInterval(() => void look(), LOOK_EVERY_MS));
for (let minute = 1; minute <= flags.minutes; minute += 1) await workForAMinute(minute);
for (const timer of timers) clearInterval(timer);
for (const stream of streams) stream.abort();
judge();
await appliance.stop();
model.stop();
discard(appliance);
for (const failure of failures) say(`FAILED: ${failure}`);
process.exit(failures.size === 0 ? 0 : 1);

/** Returns the records a second that are scored in time. */
async function probe(): Promise<number> {
  const rates: number[] = [];
  for (let offered = PROBE.first; rates.length < PROBE.steps;) {
    rates.push(offered);
    await offer(offered, PROBE.seconds);
    offered *= (await waiting()).seconds < PROBE.longestLagSeconds ? PROBE.more : PROBE.less;
  }
  while ((await waiting()).any) await Bun.sleep(100);
  const capacity = median(rates.slice(PROBE.steps / 2));
  say(
    `scores ${capacity.toFixed(0)} records/s of live sessions within ${PROBE.longestLagSeconds.toFixed(0)} s`,
  );
  return capacity;
}

function offer(recordsASecond: number, seconds: number) {
  const perSecond = recordsASecond / RECORDS;
  return runOpenLoad({ ...target, perSecond, seconds, mostConnections: CONNECTIONS });
}

async function workForAMinute(minute: number): Promise<void> {
  slowest = { ms: 0, path: "" };
  const result = await offer(rate, 60);
  for (const [status, count] of Object.entries(result.refused))
    if (!isRight(Number(status))) failures.add(`${count} answers of ${status}`);
  if (result.givenUp > 0) failures.add(`${result.givenUp} requests found no connection free`);
  if (result.unanswered > 0) failures.add(`${result.unanswered} requests were not answered`);
  const now = looks.at(-1);
  if (now === undefined) return;
  say(
    [
      String(minute).padStart(6),
      (now.residentBytes / 1e6).toFixed(0).padStart(11),
      String(now.files).padStart(12),
      now.lagSeconds.toFixed(1).padStart(7),
      result.p99Ms.toFixed(0).padStart(8),
      slowest.ms.toFixed(0).padStart(21),
      `  ${slowest.path}`,
    ].join(" "),
  );
}

async function look(): Promise<void> {
  const { residentBytes } = usageOf(appliance.pid);
  const files = readdirSync(`/proc/${appliance.pid}/fd`).length;
  looks.push({ residentBytes, files, lagSeconds: (await waiting()).seconds });
}

async function askOnce(): Promise<void> {
  const askedAt = performance.now();
  const path = pickQuestion(work.now());
  const answer = await ask(appliance, path);
  await answer?.text();
  const ms = performance.now() - askedAt;
  const name = path.split("?")[0] ?? path;
  if (ms > slowest.ms) slowest = { ms, path: name };
  if (!isRight(answer?.status)) failures.add(`${name} answered ${answer?.status ?? "nothing"}`);
}

/** Whether an answer is what it should be. */
function isRight(status: number | undefined): boolean {
  return status === 200 || (flags.shared && status === 503);
}

async function openStream(): Promise<AbortController> {
  const { status, stream } = await listen(appliance);
  if (status !== 200) failures.add(`a stream was answered ${status}`);
  return stream;
}

/** Whether anything that was acknowledged is not scored, and since when the oldest of it waits. */
async function waiting(): Promise<{ any: boolean; seconds: number }> {
  const answer = await fetch(`http://127.0.0.1:${appliance.port}/v1/admin/status`, { headers });
  if (answer.status !== 200) {
    if (!isRight(answer.status)) failures.add(`status answered ${answer.status}`);
    return { any: true, seconds: 0 };
  }
  const { stages } = (await answer.json()) as { stages: Stage[] };
  const lags = stages.flatMap(({ stage, lag }) => (STAGES.includes(stage) && lag !== null ? [lag] : []));
  // sessions whose prompts were judged wait too, but not since anything arrived
  return {
    any: lags.some(({ records, seconds }) => (records ?? 0) + (seconds ?? 0) > 0),
    seconds: Math.max(0, ...lags.map(({ seconds }) => seconds ?? 0)),
  };
}

interface Stage {
  stage: string;
  lag: { seconds: number | null; records: number | null } | null;
}

function judge(): void {
  const quarter = Math.max(1, Math.floor(looks.length / 4));
  const [early, late] = [looks.slice(quarter, 2 * quarter), looks.slice(-quarter)];
  const growth = (valueOf: (seen: Look) => number) => median(late.map(valueOf)) - median(early.map(valueOf));
  const memory = median(early.map(({ residentBytes }) => residentBytes));
  const [bytes, files] = [growth(({ residentBytes }) => residentBytes), growth((seen) => seen.files)];
  const lag = Math.max(...looks.map(({ lagSeconds }) => lagSeconds));
  const lagOf = (seen: readonly Look[]) => median(seen.map(({ lagSeconds }) => lagSeconds)).toFixed(1);
  say(
    `from the second quarter to the last: memory ${(memory / 1e6).toFixed(0)} ${bytes < 0 ? "−" : "+"} ` +
      `${(Math.abs(bytes) / 1e6).toFixed(0)} MB, open files ${files < 0 ? "−" : "+"} ${Math.abs(files)}; ` +
      `lag ${lagOf(early)} and ${lagOf(late)} s, at most ${lag.toFixed(1)} s`,
  );
  if (bytes > Math.max(MOST.memoryBytes, MOST.memoryShare * memory)) failures.add("memory grew");
  if (files > MOST.files) failures.add("open files grew");
  if (lag > MOST.lagSeconds) failures.add(`the lag reached ${lag.toFixed(1)} s`);
}
