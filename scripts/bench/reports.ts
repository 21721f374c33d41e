/**
 * Measures how long a report of 30 days takes on a team's history, what it needs of memory, and what ingest feels of it.
 *
 * scripts/run scripts/bench/scoring.ts --fill --keep --scale 0.5 --days 30 --executable
 * scripts/run scripts/bench/reports.ts --data DIRECTORY [--rounds 3] [--executable]
 *
 * The first fills the directory with 500,000 turns of 200 developers. The time of a chapter is the longest that
 * its step holds the engine's thread, with whatever else that did meanwhile.
 */
import type { ReportJob } from "../../src/insights/reports/report.ts";
import { findDirty } from "../../src/normaliser/dirty-table.ts";
import { openDatabaseOf } from "../../src/stores.ts";
import { DAY, HOUR, type Milliseconds, SECOND } from "../../src/vocabulary/units.ts";
import { countOpenDays } from "../../test/open-days.ts";
import { wholeSchema } from "../../test/whole-schema.ts";
import { readFlags, text, toggle, wholeNumber } from "../flags.ts";
import { serveAt } from "./appliance.ts";
import { usageOf } from "./processes.ts";
import { quantile } from "./sample.ts";
import { emailOf, oneSession } from "./team.ts";

const flags = readFlags({ data: text(null), rounds: wholeNumber(3), executable: toggle() });
const LONGEST: Milliseconds = 5 * SECOND;
const MOST_MEGABYTES = 200;
const MEGABYTE = 1024 ** 2;
const LOOK_EVERY: Milliseconds = 25;
const IDLE: Milliseconds = 5 * SECOND;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

if (flags.data === null) throw new Error("name a directory that scoring.ts has filled: --data DIRECTORY");
const { data } = flags;
const appliance = await serveAt(data, flags);
const headers = { authorization: `Bearer ${appliance.key}`, "content-type": "application/json" };
const address = `http://127.0.0.1:${appliance.port}`;
const failures: string[] = [];
try {
  await settle();
  await ask("/scoring/scores"); // the first question opens what the others use
  const idle = await ingestFor(() => Bun.sleep(IDLE));
  say(`idle: ${megabytes()} MB, ingest p99 ${idle.toFixed(0)} ms`);
  for (let round = 0; round < flags.rounds; round += 1) await measureReport(idle);
  await sayChapters();
} finally {
  await appliance.stop();
}
for (const failure of failures) say(`FAILED: ${failure}`);
process.exit(failures.length === 0 ? 0 : 1);

/** Waits until everything is measured and every day that is over is packed. */
async function settle(): Promise<void> {
  const database = openDatabaseOf({ dataDir: data }, "read");
  const before = Math.floor(Date.now() / DAY);
  const isWaiting = async (): Promise<boolean> => {
    const waiting = await findDirty(database, 1);
    let open = 0;
    for (const days of ["score_days", "usage_days", "trouble_days"] as const)
      open += await countOpenDays(database, days, before);
    return waiting.length + open > 0;
  };
  while (await isWaiting()) await Bun.sleep(SECOND / 2);
  await database.destroy();
}

async function measureReport(idle: Milliseconds): Promise<void> {
  const before = megabytes();
  let most = before;
  const cpuBefore = usageOf(appliance.pid).cpuSeconds;
  const startedAt = performance.now();
  let took = 0;
  const p99 = await ingestFor(async () => {
    const to = new Date(Math.floor(Date.now() / DAY) * DAY + DAY).getTime();
    const body = JSON.stringify({
      from: new Date(to - 30 * DAY).toISOString(),
      to: new Date(to).toISOString(),
    });
    let job = await ask<ReportJob>("/v1/insights/report/generate", { method: "POST", body });
    while (job.status === "pending" || job.status === "running") {
      await Bun.sleep(LOOK_EVERY);
      most = Math.max(most, megabytes());
      job = await ask<ReportJob>(`/v1/insights/report/status/${job.id}`);
    }
    took = performance.now() - startedAt;
    if (job.status !== "completed") failures.push(`the report is ${job.status}: ${job.reason}`);
  });
  if (took > LONGEST) failures.push(`a report took ${took.toFixed(0)} ms`);
  if (most - before > MOST_MEGABYTES) failures.push(`a report needed ${most - before} MB`);
  if (p99 > 2 * idle) failures.push(`ingest's p99 went from ${idle.toFixed(0)} to ${p99.toFixed(0)} ms`);
  const cpu = usageOf(appliance.pid).cpuSeconds - cpuBefore;
  say(
    `a report: ${took.toFixed(0)} ms, at most ${cpu.toFixed(1)} CPU seconds, ${most - before} MB above ${before}, ingest p99 ${p99.toFixed(0)} ms meanwhile`,
  );
}

function megabytes(): number {
  return Math.round(usageOf(appliance.pid).residentBytes / MEGABYTE);
}

/**
 * Sends a session after the other while the work goes on.
 *
 * @returns The time under which 99 of 100 were answered.
 */
async function ingestFor(work: () => Promise<unknown>): Promise<Milliseconds> {
  const times: Milliseconds[] = [];
  const over = work().then(() => true);
  const isOver = () => Promise.race([over, Bun.sleep(LOOK_EVERY).then(() => false)]);
  while (!(await isOver())) {
    const body = oneSession(crypto.randomUUID(), emailOf(times.length % 100), Date.now() - HOUR);
    const sentAt = performance.now();
    const response = await fetch(`${address}/v1/logs`, { method: "POST", headers, body });
    await response.text();
    times.push(performance.now() - sentAt);
  }
  return quantile(times, 0.99);
}

async function ask<Answer>(path: string, request: RequestInit = {}): Promise<Answer> {
  const response = await fetch(address + path, { ...request, headers });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

/** When each chapter of the last report was saved after the one before. */
async function sayChapters(): Promise<void> {
  const database = openDatabaseOf({ dataDir: data }, "read");
  const view = wholeSchema(database);
  const last = await view
    .selectFrom("reports")
    .selectAll()
    .orderBy("ended_at", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  const chapters = await view
    .selectFrom("report_chapters")
    .select(["step", "made_at", "content"])
    .where("report", "=", last.id)
    .orderBy("made_at")
    .execute();
  await database.destroy();
  let before = last.requested_at;
  for (const { step, made_at, content } of chapters) {
    say(
      `${step.padEnd(12)} ${String(made_at - before).padStart(6)} ms ${Math.ceil(content.length / 1024)} KB`,
    );
    before = made_at;
  }
}
