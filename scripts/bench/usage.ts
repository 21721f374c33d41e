/**
 * Measures how long `GET /scoring/usage` takes to answer.
 *
 * bun scripts/bench/usage.ts [--turns 1000000] [--rounds 60] [--dir FOLDER]
 *
 * A store holds that many turns of 200 developers in 30 days, three to a sub-session, on six models and with twenty
 * tools; all days but the last are kept, as they are in a running appliance. One bound developer's answer is measured
 * too, and that of one of eight teams: both are read row by row.
 */
import { saveLabels, type SessionLabelRow } from "../../src/database/labels/session-labels-table.ts";
import type { Database } from "../../src/database/open.ts";
import { inTransaction } from "../../src/database/transaction.ts";
import { createRandom, type Random } from "../../src/demo/work/random.ts";
import { pageUsage } from "../../src/insights/usage/read-usage-page.ts";
import { USAGE_CUTS, type UsageQuery } from "../../src/insights/usage/usage-answer.ts";
import { loadPriceTable } from "../../src/prices/price-table.ts";
import { bundledPrices } from "../../src/prices/snapshot.ts";
import type { SubSessionTally } from "../../src/spend/tallies/sub-session-tally.ts";
import { addTally, tallyOf } from "../../src/spend/tallies/tally.ts";
import { keepNextUsage } from "../../src/spend/usage/keep-usage-days.ts";
import { type OwnedUsage, saveUsage } from "../../test/spend/usage/save-usage.ts";
import { DAY, type Milliseconds } from "../../src/vocabulary/units.ts";
import { readFlags, text, wholeNumber } from "../flags.ts";
import { listLabels } from "../../src/sessions/labels/list-labels.ts";
import { kindsOf, workOf } from "./rightsizing/simulated-team.ts";
import { inNewStore, type NewStore } from "./new-store.ts";
import { timeRounds } from "./rounds.ts";

const flags = readFlags({
  turns: wholeNumber(1_000_000),
  rounds: wholeNumber(60),
  dir: text(process.cwd()),
});
const DAYS = 30;
const DEVELOPERS = 200;
const TURNS = 3;
const GOAL_MS: Milliseconds = 150;
/** Of what is read row by row. */
const FILTERED_GOAL_MS: Milliseconds = 1_000;
const TEAMS = 8;
/** A start of a day, with the hours of the unfinished last one behind it. */
const END: Milliseconds = Date.UTC(2026, 9, 31, 18);
const MODELS = ["opus", "sonnet", "haiku", "gpt", "gpt-mini", "gemini"];
const say = (line: string): void => void process.stdout.write(`${line}\n`);

await inNewStore(flags.dir, { at: END, developers: DEVELOPERS }, measureTimes);

async function measureTimes({ database, organization }: NewStore): Promise<void> {
  const subSessions = Math.round(flags.turns / TURNS);
  await fill(database, { organization, subSessions });
  while ((await keepNextUsage(database, END)) > 0);
  say(
    `${subSessions} sub-sessions of ${DEVELOPERS} developers in ${DAYS} days        p50 ms   p95 ms   of it processor   goal`,
  );
  const asked = {
    from: END - DAYS * DAY,
    to: END,
    now: END,
    bucket: "day",
    developer: null,
    limit: 200,
    after: null,
  } as const;
  for (const by of USAGE_CUTS) {
    const scope = { organizationId: organization, onlyDeveloper: null };
    await report(`everybody's month by ${by}`, database, {
      ...asked,
      scope,
      by,
      label: by === "label" ? "team.id" : null,
    });
  }
  const byModel = { ...asked, by: "model", label: null } as const;
  const everybody = { organizationId: organization, onlyDeveloper: null };
  const theirs = { ...everybody, onlyDeveloper: "dev-7" };
  await report("one developer's month by model", database, { ...byModel, scope: theirs });
  const ofTeam = { ...everybody, labels: [{ name: "team.id", value: "team-3" }] };
  await report("one team's month by model", database, { ...byModel, scope: ofTeam });
  const rounds = { rounds: flags.rounds, goal: FILTERED_GOAL_MS };
  say(await timeRounds("all labels", rounds, () => listLabels(database, { scope: everybody })));
}

/** @remarks Takes an empty store. Writes sub-sessions evenly over the days. */
async function fill(
  database: Database,
  { organization, subSessions }: { organization: string; subSessions: number },
): Promise<void> {
  const loaded = loadPriceTable(bundledPrices, null);
  if (!loaded.ok) throw new Error(loaded.problem.message);
  const work = workOf("all", { kinds: kindsOf(createRandom("kinds")), subSessions, prices: loaded.value });
  const random = createRandom("tallies");
  const step = (DAYS * DAY) / subSessions;
  let ofDay: OwnedUsage[] = [];
  let index = 0;
  for (const { id, session, usage } of work) {
    const startedAt = Math.floor(END - DAYS * DAY + index * step);
    const developer = `dev-${index % DEVELOPERS}`;
    const owner = { organization, session, developer, subSession: id };
    const team = `team-${(index % DEVELOPERS) % TEAMS}`;
    ofDay.push({ ...owner, startedAt, usage, tally: { ...tallyWith(random), labels: { "team.id": team } } });
    index += 1;
    if (ofDay.length < 10_000 && index < subSessions) continue;
    const next = ofDay;
    await inTransaction(database, "normal", async (transaction) => {
      await saveUsage(transaction, next, next);
      await saveLabels(transaction, next, next.map(labelOf));
    });
    ofDay = [];
  }
}

function labelOf({ organization, session, developer, tally }: OwnedUsage): SessionLabelRow {
  const value = tally.labels?.["team.id"] ?? "";
  return { organization, session, developer, name: "team.id", value };
}

function tallyWith(random: Random): SubSessionTally {
  const all = tallyOf({
    subSessions: 1,
    sessions: 1,
    goals: 1,
    reached: 1,
    turns: TURNS,
    agentMs: 90_000,
    edits: 2,
  });
  const models = [random.whole(0, 5), random.whole(0, 5)].map((place) => {
    const counts = {
      modelCalls: 9,
      spendCalls: 9,
      cost: 40_000,
      input: 9_000,
      output: 4_000,
      cacheRead: 90_000,
    };
    return [MODELS[place] ?? "", tallyOf(counts, ["input", "output", "cacheRead"])] as [string, number[]];
  });
  const tools = Array.from({ length: 5 }, () => {
    const place = random.whole(0, 19);
    return [
      `tool-${place}`,
      place < 5 ? `server-${place}` : null,
      3,
      0,
      900,
    ] as SubSessionTally["tools"][number];
  });
  for (const [, tally] of models) addTally(all, tally);
  return { agent: "claude-code", all, models, tools };
}

async function report(name: string, database: Database, query: UsageQuery): Promise<void> {
  const goal = query.scope.labels === undefined ? GOAL_MS : FILTERED_GOAL_MS;
  const asked = { rounds: flags.rounds, goal };
  say(await timeRounds(name, asked, () => pageUsage(database, query)));
}
