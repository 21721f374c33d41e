/**
 * Measures GET /v1/intelligence/throttle over 30 days of 1,000,000 turns: only the query, without HTTP.
 *
 * bun scripts/bench/throttle.ts [--scale 0.1] [--rounds 40]
 *
 * The rows of model calls are written straight to the tables, because what is measured begins there: how long a day
 * takes to be computed, and how long the answer takes from days that are kept and with a day that is not.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ALL_TABLES } from "../../src/appliance/tables.ts";
import { openDatabase } from "../../src/database/open.ts";
import { prepareTables } from "../../src/database/prepare.ts";
import { inTransaction } from "../../src/database/transaction.ts";
import { createRandom } from "../../src/demo/work/random.ts";
import { keepNextDay } from "../../src/insights/throttle/keep-days.ts";
import { listThrottle } from "../../src/insights/throttle/list-throttle.ts";
import { emptyTroubleDays } from "../../src/stalls/changed-days-table.ts";
import { callHourRows, saveCallHours } from "../../src/turns/latency/call-hours-table.ts";
import type { TimedCall } from "../../src/turns/latency/call-hours.ts";
import { DAY, HOUR, type Milliseconds, MINUTE, SECOND } from "../../src/vocabulary/units.ts";
import { amount, readFlags, wholeNumber } from "../flags.ts";
import { quantile } from "./sample.ts";

const flags = readFlags({ scale: amount(1), rounds: wholeNumber(40) });
const TURNS = 1_000_000 * flags.scale;
const DEVELOPERS = 200;
const DAYS = 30;
const HOURS_A_DAY = 5;
/** One call a turn, as scripts/bench/team.ts makes them. */
const CALLS_AN_HOUR = Math.round(TURNS / DEVELOPERS / DAYS / HOURS_A_DAY);
const GOAL_MS = 500;
const ORGANIZATION = "bench";
const LAST_DAY = Math.floor(Date.now() / DAY) - 1;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const directory = mkdtempSync(join(tmpdir(), "throttle-bench-"));
const database = openDatabase(join(directory, "scoring.db"), "write");
await prepareTables(database, ALL_TABLES);
try {
  for (let day = LAST_DAY - DAYS + 1; day <= LAST_DAY; day += 1) await writeDay(day);
  await measureKeeping();
  await measureAnswers("every day kept");
  const at = LAST_DAY * DAY + 9 * HOUR;
  await inTransaction(database, "normal", (transaction) =>
    emptyTroubleDays(transaction, [{ organization: ORGANIZATION, at }]),
  );
  await measureAnswers("today not kept");
} finally {
  await database.destroy();
  rmSync(directory, { recursive: true });
}

async function writeDay(day: number): Promise<void> {
  await inTransaction(database, "normal", async (transaction) => {
    for (let developer = 0; developer < DEVELOPERS; developer += 1) {
      const name = `dev${developer}`;
      const session = {
        organization: ORGANIZATION,
        session: `0123456789abcdef:${name}-${day}`,
        developer: name,
      };
      const hours = Array.from({ length: HOURS_A_DAY }, (_, index) => {
        const hour = day * DAY + (8 + index) * HOUR;
        const model = developer % 3 === 0 ? "gpt-5.4" : "claude-sonnet-5";
        return { hour, model, calls: callsOf(`${name} ${hour}`, hour) };
      });
      const rows = callHourRows([{ ...session, hours }]);
      await saveCallHours(transaction, [session], rows);
    }
    await emptyTroubleDays(transaction, [{ organization: ORGANIZATION, at: day * DAY }]);
  });
}

/** A tenth of the hours holds a spike of eight calls. */
function callsOf(seed: string, hour: Milliseconds): TimedCall[] {
  const random = createRandom(seed);
  const spikeAt = random.chance(0.1) ? random.whole(0, CALLS_AN_HOUR) : Infinity;
  return Array.from({ length: CALLS_AN_HOUR }, (_, index) => {
    const isSlow = index >= spikeAt && index < spikeAt + 8;
    return {
      startedAt: hour + Math.floor((index * 58 * MINUTE) / CALLS_AN_HOUR),
      failed: false,
      durationMs: Math.round(random.around(6 * SECOND, 0.35) * (isSlow ? 5 : 1)),
      output: Math.round(random.around(500, 0.6)),
      uncached: random.whole(400, 6_000),
      status: null,
    };
  });
}

async function measureKeeping(): Promise<void> {
  const startedAt = performance.now();
  let days = 0;
  while (await keepNextDay(database, Date.now())) days += 1;
  const each = (performance.now() - startedAt) / days;
  say(`${TURNS} turns of ${DEVELOPERS} developers: ${days} days computed, ${each.toFixed(0)} ms each`);
}

async function measureAnswers(name: string): Promise<void> {
  const times: number[] = [];
  const work: number[] = [];
  let events = 0;
  const to = (LAST_DAY + 1) * DAY;
  const scope = { organizationId: ORGANIZATION, onlyDeveloper: null };
  for (let round = 0; round < flags.rounds; round += 1) {
    const [startedAt, before] = [performance.now(), process.cpuUsage()];
    const answer = await listThrottle(database, { scope, from: to - DAYS * DAY, to, developer: null });
    times.push(performance.now() - startedAt);
    const { user, system } = process.cpuUsage(before);
    work.push((user + system) / 1000);
    events = answer.events.length;
  }
  say(
    `${name}: ${events} episodes, p50 ${at(times, 0.5)} ms, p95 ${at(times, 0.95)} ms (goal ${GOAL_MS}); ` +
      `of the processor p50 ${at(work, 0.5)} ms, p95 ${at(work, 0.95)} ms`,
  );
}

function at(times: readonly number[], share: number): string {
  return quantile(times, share).toFixed(0);
}
