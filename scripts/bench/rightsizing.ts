/**
 * Measures recommendations of cheaper and stronger models: how many are right, and how long they take.
 *
 * bun scripts/bench/rightsizing.ts [--teams 100] [--turns 1000000] [--rounds 60] [--dir FOLDER]
 *
 * Right is known, because the team is made up: a change down is right when the other model reaches at most five points
 * fewer of that kind of work, a change up when it reaches more. For the times a store holds that many turns of 200
 * developers in 30 days, three to a sub-session; all days but the last are packed, as they are in a running appliance.
 */
import { inTransaction } from "../../src/database/transaction.ts";
import { createRandom } from "../../src/demo/work/random.ts";
import { readRightsizing } from "../../src/insights/rightsizing/read-rightsizing.ts";
import { recommend, type Recommended } from "../../src/insights/rightsizing/recommend.ts";
import type { Segment } from "../../src/insights/rightsizing/segments.ts";
import { loadPriceTable } from "../../src/prices/price-table.ts";
import { bundledPrices } from "../../src/prices/snapshot.ts";
import { keepNextUsage } from "../../src/spend/usage/keep-usage-days.ts";
import type { SubSessionTally } from "../../src/spend/tallies/sub-session-tally.ts";
import { usageDayOf } from "../../src/spend/usage/usage-day.ts";
import { type OwnedUsage, saveUsage } from "../../test/spend/usage/save-usage.ts";
import { DAY, type Milliseconds } from "../../src/vocabulary/units.ts";
import { readFlags, text, wholeNumber } from "../flags.ts";
import { inNewStore, type NewStore } from "./new-store.ts";
import { type Kind, kindsOf, MODELS, workOf } from "./rightsizing/simulated-team.ts";
import { timeRounds } from "./rounds.ts";

const flags = readFlags({
  teams: wholeNumber(100),
  turns: wholeNumber(1_000_000, { least: 0 }),
  rounds: wholeNumber(60),
  dir: text(process.cwd()),
});
const DAYS = 30;
const DEVELOPERS = 200;
const TURNS_PER_SUB_SESSION = 3;
const GOAL_MS: Milliseconds = 500;
/** Recommendations do not read it. */
const NO_TALLY: SubSessionTally = { agent: "claude-code", all: [], models: [], tools: [] };
/** A start of a day, with the hours of the unfinished last one behind it. */
const END: Milliseconds = Date.UTC(2026, 9, 31, 18);

const loaded = loadPriceTable(bundledPrices, null);
if (!loaded.ok) throw new Error(loaded.problem.message);
const prices = loaded.value;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

for (const subSessions of [1_000, 5_000, 20_000]) measureAccuracy(subSessions);
if (flags.turns > 0) await inNewStore(flags.dir, { at: END, developers: DEVELOPERS }, measureTimes);

function measureAccuracy(subSessions: number): void {
  const counts = new Map<string, { right: number; all: number }>();
  for (let team = 0; team < flags.teams; team += 1) {
    const kinds = kindsOf(createRandom(`kinds ${team}`));
    const day = usageDayOf([...workOf(`team ${team}`, { kinds, subSessions, prices })]);
    for (const change of recommend(day, prices, DAYS * DAY).recommended) {
      const name = `${change.kind} ${change.grade}`;
      const count = counts.get(name) ?? { right: 0, all: 0 };
      const right = change.parts.filter(({ segment }) => isRight(change, segment, kinds)).length;
      counts.set(name, { right: count.right + right, all: count.all + change.parts.length });
    }
  }
  say(`\n${flags.teams} teams of ${subSessions} sub-sessions, 18 kinds of work      recommended    right`);
  for (const [name, { right, all }] of [...counts].toSorted(([left], [right]) => (left < right ? -1 : 1)))
    say(`  ${name.padEnd(48)} ${String(all).padStart(6)} ${((100 * right) / all).toFixed(1).padStart(6)} %`);
}

function isRight(
  { kind, from, to }: Recommended["recommended"][number],
  segment: Segment,
  kinds: readonly Kind[],
): boolean {
  const work = kinds.find(({ intent, size }) => intent === segment.intent && size === segment.size);
  const reaches = (model: string): number => work?.reaches[MODELS.findIndex((name) => name === model)] ?? NaN;
  const gained = reaches(to) - reaches(from);
  return kind === "tier_up" ? gained > 0 : gained >= -0.05;
}

async function measureTimes(store: NewStore): Promise<void> {
  const { database, organization } = store;
  const subSessions = Math.round(flags.turns / TURNS_PER_SUB_SESSION);
  await fill(store, subSessions);
  while ((await keepNextUsage(database, END)) > 0);
  say(
    `\n${subSessions} sub-sessions of ${DEVELOPERS} developers in ${DAYS} days     p50 ms   p95 ms   of it processor   goal`,
  );
  const window = { from: END - DAYS * DAY, to: END, now: END, developer: null };
  const scope = { organizationId: organization, onlyDeveloper: null };
  const month = () => readRightsizing(database, { ...window, scope }, prices);
  await report("everybody's month", month);
  await report("everybody's week", () =>
    readRightsizing(database, { ...window, from: END - 7 * DAY, scope }, prices),
  );
}

/** @remarks Takes an empty store. Writes sub-sessions evenly over the days. */
async function fill({ database, organization }: NewStore, subSessions: number): Promise<void> {
  const kinds = kindsOf(createRandom("kinds"));
  const work = workOf("all", { kinds, subSessions, prices });
  const step = (DAYS * DAY) / subSessions;
  let index = 0;
  for (let day = Math.floor((END - DAYS * DAY) / DAY); day * DAY < END; day += 1) {
    const ofDay: OwnedUsage[] = [];
    for (
      ;
      END - DAYS * DAY + index * step < Math.min((day + 1) * DAY, END) && index < subSessions;
      index += 1
    ) {
      const { value } = work.next();
      if (value === undefined) break;
      const startedAt = Math.floor(END - DAYS * DAY + index * step);
      const developer = `dev-${index % DEVELOPERS}`;
      const { id, session, usage } = value;
      ofDay.push({
        organization,
        session,
        developer,
        subSession: id,
        startedAt,
        usage,
        tally: NO_TALLY,
      });
    }
    await inTransaction(database, "normal", (transaction) => saveUsage(transaction, ofDay, ofDay));
  }
}

async function report(name: string, work: () => Promise<unknown>): Promise<void> {
  say(await timeRounds(name, { rounds: flags.rounds, goal: GOAL_MS }, work));
}
