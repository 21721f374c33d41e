/**
 * Measures the scoring queries on a team's history that went through the real pipeline, with ingest idle.
 *
 * bun scripts/bench/scoring.ts [--scale 0.1] [--days 90] [--dir FOLDER] [--executable] [--fill] [--once] [--keep]
 *   [--data DIRECTORY] [--rounds 60]
 *
 * Scale 1 is 1,000,000 turns of 200 developers over 90 days. Then as much work again is put before it, and everything
 * is measured once more, unless --once is there: what a query costs must grow with the window asked for, not with the
 * history held. --fill measures only the first fill. --keep leaves the directory, --data takes one that was left.
 */
import { findDirty } from "../../src/normaliser/dirty-table.ts";
import { findDue } from "../../src/turns/table.ts";
import { DAY, HOUR, type Milliseconds, MINUTE, SECOND } from "../../src/vocabulary/units.ts";
import { countOpenDays } from "../../test/open-days.ts";
import { amount, readFlags, text, toggle, wholeNumber } from "../flags.ts";
import { APPLIANCE_FLAGS, discard, serveAt, startBenched } from "./appliance.ts";
import { median, quantile } from "./sample.ts";
import { daysBefore, emailOf, oneSession, teamBodies, type TeamWork } from "./team.ts";
import { sql } from "kysely";
import { usageOf } from "./processes.ts";
import { localStores, openDatabaseOf } from "../../src/stores.ts";

const flags = readFlags({
  ...APPLIANCE_FLAGS,
  scale: amount(0.1),
  days: wholeNumber(90),
  rounds: wholeNumber(60),
  data: text(null),
  fill: toggle(),
  once: toggle(),
  keep: toggle(),
});
const { days: DAYS, rounds: ROUNDS } = flags;
const TURNS = 1_000_000 * flags.scale;
const DEVELOPERS = 200;
const SENDERS = 4;
const PATIENCE: Milliseconds = 4 * HOUR;

const GOALS: Readonly<Record<string, number>> = {
  "scores, 30 days": 300,
  "scores by week, 30 days": Infinity,
  "scores, 7 days": Infinity,
  "trend of skill, 30 days": 300,
  "trend of speed, 30 days": 300,
  "metrics, first page": 50,
  "metrics, later page": 50,
  "slowest turns, 30 days": 50,
  "roll-up, 30 days": Infinity,
  "throttle, 30 days": 500,
};
const LEAST_RECOMPUTED = 3_000;
const LONGEST_UNSEEN: Milliseconds = 5 * SECOND;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const failures: string[] = [];
const now = Date.now();
let sentRecords = 0;

const appliance = flags.data === null ? await startBenched(flags) : await serveAt(flags.data, flags);
if (flags.data !== null) await settle();
else await fill({ seed: "first", ...daysBefore(now - 2 * DAY, DAYS) });
if (!flags.fill) await measureAll(`${DAYS} days of history`);
if (!flags.fill && !flags.once) {
  await fill({ seed: "second", ...daysBefore(now - (2 + DAYS) * DAY, DAYS) });
  await measureAll(`${2 * DAYS} days of history`);
}
await appliance.stop();
if (!flags.keep && flags.data === null) discard(appliance);
for (const failure of failures) say(`FAILED: ${failure}`);
process.exit(failures.length === 0 ? 0 : 1);

async function fill(part: Pick<TeamWork, "seed" | "from" | "to">): Promise<void> {
  const bodies = teamBodies({ ...part, developers: DEVELOPERS, turnsEach: TURNS / DEVELOPERS });
  const startedAt = performance.now();
  const countedBefore = await countSubSessions();
  const usedBefore = usageOf(appliance.pid).cpuSeconds;
  let [records, turns] = [0, 0];
  await Promise.all(
    Array.from({ length: SENDERS }, async () => {
      for (const { body, ...sent } of bodies) {
        await send(body);
        records += sent.records;
        turns += sent.turns;
      }
    }),
  );
  sentRecords += records;
  const sentAfter = performance.now() - startedAt;
  const seconds = ((await settle()) - startedAt) / 1000;
  const subSessions = (await countSubSessions()) - countedBefore;
  const thousands = subSessions / 1_000;
  const used = usageOf(appliance.pid).cpuSeconds - usedBefore;
  say(
    `${records} records of ${turns} turns accepted in ${(sentAfter / 1000).toFixed(1)} s, ` +
      `measured after ${seconds.toFixed(1)} s (${(turns / seconds).toFixed(0)} turns/s, ` +
      `${(subSessions / seconds).toFixed(0)} of ${subSessions} sub-sessions/s), ` +
      `${(used / thousands).toFixed(2)} CPU seconds per 1,000 sub-sessions`,
  );
}

async function countSubSessions(): Promise<number> {
  const database = openDatabaseOf(localStores(appliance.directory), "read");
  const { rows } = await sql<{ count: number }>`select count(*) as count from sub_sessions`.execute(database);
  await database.destroy();
  return rows[0]?.count ?? 0;
}

/** A server under pressure says 429 or 503; a client tries again. */
async function send(body: string): Promise<void> {
  for (;;) {
    const headers = { ...authorization(), "content-type": "application/json" };
    const response = await fetch(`${url()}/v1/logs`, { method: "POST", headers, body });
    await response.text();
    if (response.status === 200) return;
    await Bun.sleep(SECOND / 2);
  }
}

function url(): string {
  return `http://127.0.0.1:${appliance.port}`;
}

function authorization(): Record<string, string> {
  return { authorization: `Bearer ${appliance.key}` };
}

/**
 * Waits until everything accepted is examined and measured, and nothing more comes of it.
 *
 * @returns Since when.
 */
async function settle(): Promise<Milliseconds> {
  const database = openDatabaseOf(localStores(appliance.directory), "read");
  const giveUpAt = performance.now() + PATIENCE;
  let [quiet, quietSince] = [0, performance.now()];
  while (quiet < 3) {
    if (performance.now() > giveUpAt) throw new Error("the pipeline does not come to rest");
    await Bun.sleep(SECOND / 2);
    const { examined } = await appliance.books();
    const waiting = [await findDirty(database, 1), await findDue(database, Date.now(), 1)].flat().length;
    const today = Math.floor(Date.now() / DAY);
    const open =
      (await countOpenDays(database, "score_days", today)) +
      (await countOpenDays(database, "trouble_days", today));
    quiet = examined.records >= sentRecords && waiting + open === 0 ? quiet + 1 : 0;
    if (quiet === 0) quietSince = performance.now();
  }
  await database.destroy();
  return quietSince;
}

async function measureAll(history: string): Promise<void> {
  say(`\n${history}${" ".repeat(24 - history.length)}   p50 ms   p95 ms   goal ms`);
  const month = `from=${instant(now - 30 * DAY)}&to=${instant(now)}`;
  const week = `from=${instant(now - 7 * DAY)}&to=${instant(now)}`;
  const quarter = `from=${instant(now - 90 * DAY)}&to=${instant(now)}`;
  const later = await pageAfter(`/scoring/metrics?${quarter}&limit=100`, 20);
  const queries: Record<string, string> = {
    "scores, 30 days": `/scoring/scores?${month}`,
    "scores by week, 30 days": `/scoring/scores?${month}&period=week`,
    "scores, 7 days": `/scoring/scores?${week}`,
    "trend of skill, 30 days": `/scoring/trends/skill?${month}`,
    "trend of speed, 30 days": `/scoring/trends/speed?${month}&bucket=week`,
    "inputs of skill by week": `/scoring/skill-inputs?${quarter}&bucket=week`,
    "team, 30 days": `/scoring/team?${month}`,
    "team by week, 90 days": `/scoring/team/trend?${quarter}`,
    "metrics, first page": `/scoring/metrics?${month}`,
    "metrics, later page": later,
    "slowest turns, 30 days": `/scoring/turns/slowest?${month}`,
    "roll-up, 30 days": `/scoring/sub-sessions/rollup?${month}`,
    "throttle, 30 days": `/v1/intelligence/throttle?${month}`,
  };
  for (const [name, path] of Object.entries(queries)) await measureQuery(name, path);
  await measureRecompute();
  await measureUnseen();
}

function instant(at: Milliseconds): string {
  return encodeURIComponent(new Date(at).toISOString());
}

async function ask<Answer>(path: string): Promise<Answer> {
  const response = await fetch(url() + path, { headers: authorization() });
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

async function pageAfter(path: string, pages: number): Promise<string> {
  let next = path;
  for (let page = 0; page < pages; page += 1) {
    const { nextCursor } = await ask<{ nextCursor: string | null }>(next);
    if (nextCursor === null) return next;
    next = `${path}&cursor=${encodeURIComponent(nextCursor)}`;
  }
  return next;
}

async function measureQuery(name: string, path: string): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now();
    await ask(path);
    times.push(performance.now() - startedAt);
  }
  const [p50, p95] = [median(times), quantile(times, 0.95)];
  const goal = GOALS[name] ?? Infinity;
  if (p95 > goal) failures.push(`${name}: p95 ${p95.toFixed(0)} ms`);
  say(
    `${name.padEnd(24)} ${p50.toFixed(1).padStart(10)} ${p95.toFixed(1).padStart(8)} ${String(goal).padStart(8)}`,
  );
}

interface RecomputeAnswer {
  id: string;
  status: string;
  done: number;
}

async function measureRecompute(): Promise<void> {
  const startedAt = performance.now();
  const window = { from: new Date(now - 400 * DAY).toISOString(), to: new Date(now).toISOString() };
  const headers = { ...authorization(), "content-type": "application/json" };
  const asked = await fetch(`${url()}/scoring/metrics/recompute`, {
    method: "POST",
    headers,
    body: JSON.stringify(window),
  });
  if (!asked.ok) throw new Error(`asking for a recompute: ${asked.status} ${await asked.text()}`);
  let state = (await asked.json()) as RecomputeAnswer;
  while (state.status === "pending" || state.status === "running") {
    await Bun.sleep(SECOND / 5);
    state = await ask<RecomputeAnswer>(`/scoring/metrics/recompute/${state.id}`);
  }
  const rate = state.done / ((performance.now() - startedAt) / 1000);
  if (state.status !== "completed") failures.push(`the recompute is ${state.status}`);
  if (rate < LEAST_RECOMPUTED) failures.push(`recompute: ${rate.toFixed(0)} sub-sessions a second`);
  say(
    `recompute of ${state.done} sub-sessions: ${rate.toFixed(0)} a second (goal ${LEAST_RECOMPUTED}), ${state.status}`,
  );
}

/** From the 200 of a session until the developer's scores count it. */
async function measureUnseen(): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const email = emailOf(round);
    const path = `/scoring/scores?from=${instant(now - DAY)}&to=${instant(now + DAY)}&developer=${email}`;
    const countTurns = async () =>
      (await ask<{ scores: { turns: number }[] }>(path)).scores.reduce((sum, { turns }) => sum + turns, 0);
    const before = await countTurns();
    await send(oneSession(crypto.randomUUID(), email, Date.now() - HOUR - MINUTE));
    const startedAt = performance.now();
    while ((await countTurns()) === before) await Bun.sleep(20);
    times.push(performance.now() - startedAt);
  }
  const longest = Math.max(...times);
  if (longest > LONGEST_UNSEEN) failures.push(`a record shows after ${longest.toFixed(0)} ms`);
  say(
    `a new record shows in the scores after ${times.map((time) => time.toFixed(0)).join(", ")} ms (goal 5000)`,
  );
}
