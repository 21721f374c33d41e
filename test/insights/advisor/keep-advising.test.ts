/** The advising stage without the others: what it does with what waits, and what a crash in between leaves. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Database } from "../../../src/database/open.ts";
import { newDeveloper } from "../../../src/identity/developers/resolve.ts";
import { insertDeveloper } from "../../../src/identity/developers/table.ts";
import type { Card } from "../../../src/insights/advisor/card.ts";
import { advise } from "../../../src/insights/advisor/advise.ts";
import { insertCard, readUnpublished } from "../../../src/insights/advisor/cards-table.ts";
import { savePurge } from "../../../src/insights/governance/journal-table.ts";
import { advisingStage } from "../../../src/insights/advisor/keep-advising.ts";
import { readHeardCard } from "../../../src/insights/advisor/listed/read-heard-card.ts";
import { readMetricsOf } from "../../../src/insights/advisor/writing/work-table.ts";
import { UNHURRIED } from "../../../src/vocabulary/stage.ts";
import { wholeSchema } from "../../whole-schema.ts";
import { inTransaction } from "../../../src/database/transaction.ts";
import type { MetricsRow } from "../../../src/metrics/columns-table.ts";
import { saveMetrics } from "../../../src/metrics/table.ts";
import { noteClosings } from "../../../src/sessions/closings-table.ts";
import type { SubSessionRow, TurnRow } from "../../../src/turns/create-tables.ts";
import { openStore, rowOf } from "../../metrics/stored-rows.ts";
import { storeSession } from "../../rubric/prompts/stored-prompts.ts";
import { cardOf } from "./cards.ts";
import { named } from "../../session-names.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ADA = { kind: "user.email", value: "ada@example.com" };

let database: Database;
let organization: string;
let developer: string;
/** The cards that listeners heard of, as they read them. */
let told: Card[];
/** Listeners cannot be reached while this is set. */
let isAway: boolean;

beforeEach(async () => {
  ({ database, organization } = await openStore());
  const ada = newDeveloper({ organizationId: organization, identity: ADA, keyName: "key" });
  developer = ada.id;
  await insertDeveloper(database, ada, ADA);
  [told, isAway] = [[], false];
});
afterEach(() => database.destroy());

function step() {
  const publishCard = async (organizationId: string, { id }: Pick<Card, "id">): Promise<void> => {
    if (isAway) throw new Error("the stream is away");
    const read = await readHeardCard(database, { organizationId, id });
    if (read !== null) told.push(read.card);
  };
  return advisingStage({ database, clock: () => NOW, publishCard }).step(UNHURRIED);
}

async function waiting(): Promise<string[]> {
  return (await readUnpublished(database, 99)).map(({ id }) => id);
}

describe("a card that listeners have not heard of", () => {
  beforeEach(() => insertCard(database, cardOf({ id: "kept", organization, developer })));

  test("is reported at the next step, as after a crash, and only once", async () => {
    expect((await step()).didWork).toBe(true);
    expect(told.map(({ id }) => id)).toEqual(["kept"]);
    expect(told[0]?.feedback).toEqual({ up: 0, down: 0, mine: null });
    expect((await step()).didWork).toBe(false);
    expect(told).toHaveLength(1);
  });

  test("waits while they cannot be reached", async () => {
    isAway = true;
    await expect(step()).rejects.toThrow("the stream is away");
    expect(await waiting()).toEqual(["kept"]);
    isAway = false;
    await step();
    expect(told.map(({ id }) => id)).toEqual(["kept"]);
    expect(await waiting()).toEqual([]);
  });

  test("is no card of another sub-session: the same id is kept as it was", async () => {
    await insertCard(database, cardOf({ id: "kept", organization, developer, title: "other" }));
    await step();
    expect(told.map(({ title }) => title)).toEqual(["Say first what you had to correct"]);
  });
});

describe("a note of a closed sub-session", () => {
  test("is forgotten when the sub-session is gone, or closed over a day ago", async () => {
    const notes = [
      { sub_session: "gone", organization, session: named("s"), closed_at: NOW },
      { sub_session: "old", organization, session: named("s"), closed_at: NOW - 2 * 86_400_000 },
    ];
    await wholeSchema(database).insertInto("closings").values(notes).execute();
    expect((await step()).didWork).toBe(true);
    expect(await wholeSchema(database).selectFrom("closings").selectAll().execute()).toEqual([]);
    expect(told).toEqual([]);
  });
});

describe("a sub-session whose card cannot be written", () => {
  test("holds up no other, and is tried again", async () => {
    const names = ["broken", "sound"];
    for (const [index, name] of names.entries()) await storeClosed(name, NOW - 60_000 - index * 20 * HOUR);
    const all = wholeSchema(database);
    const judged = { content: "broken", model: "m" };
    await all.updateTable("prompts").set(judged).where("session", "=", named("broken")).execute();
    await all
      .insertInto("judgements")
      .values({ ...UNREADABLE, ...judged, organization })
      .execute();
    await expect(step()).rejects.toThrow("JSON");
    expect(await waiting()).toEqual([]);
    expect(told.map(({ subSessionId }) => subSessionId)).toEqual(["sound-sub"]);
    await all.deleteFrom("judgements").execute();
    await all.updateTable("cards").set({ title: "Something else" }).execute();
    await step();
    expect(told.map(({ subSessionId }) => subSessionId)).toEqual(["sound-sub", "broken-sub"]);
  });
});

describe("a developer who had a card today", () => {
  test("does not hear the same again about other work of that day", async () => {
    await storeClosed("first", NOW - HOUR);
    await storeClosed("second", NOW);
    await step();
    expect(told.map(({ subSessionId }) => subSessionId)).toEqual(["first-sub"]);
  });

  test("has it at the time of the work, whenever it is written", async () => {
    await storeClosed("late", NOW - 20 * DAY);
    const late = (await readMetricsOf(database, "late")) as MetricsRow;
    await inTransaction(database, "normal", (transaction) => advise(transaction, late, { now: NOW }));
    await step();
    expect(told.map(({ at, createdAt }) => [at, createdAt].map((time) => Date.parse(time)))).toEqual([
      [NOW - 20 * DAY, NOW],
    ]);
  });
});

describe("a developer who had three cards today", () => {
  test("has had enough, so that no further work needs to be looked at", async () => {
    await storeClosed("late", NOW);
    const late = await readMetricsOf(database, "late");
    const adviseOnLate = (asked: { isAsked?: true } = {}) =>
      inTransaction(database, "normal", (transaction) =>
        advise(transaction, late as MetricsRow, { now: NOW, ...asked }),
      );
    for (const id of ["one", "two", "three"])
      await insertCard(database, cardOf({ id, organization, developer, title: id }));
    expect(await adviseOnLate()).toBe("enough");
    const all = wholeSchema(database);
    const { title } = cardOf({ organization, developer });
    await all.updateTable("cards").set({ title }).where("id", "=", "three").execute();
    expect(await adviseOnLate({ isAsked: true })).toBe("said_that_day");
    await all.updateTable("cards").set({ title: "three" }).where("id", "=", "three").execute();
    // whoever asks has no such limit
    expect(await adviseOnLate({ isAsked: true })).toBe("made");
  });
});

describe("work of a person who is being purged", () => {
  test("gets no card", async () => {
    const marks = { developers: [developer], keys: [], sessions: [] };
    const progress = { scannedThrough: 0, streamedThrough: null, done: false };
    await savePurge(database, { id: "purge", organization, ...marks, purgedAt: NOW, ...progress });
    await storeClosed("theirs", NOW - 60_000);
    await step();
    expect(told).toEqual([]);
    expect(await wholeSchema(database).selectFrom("cards").selectAll().execute()).toEqual([]);
  });
});

describe("a sub-session without any input", () => {
  test("is advised on by the developer's last ones, with the weakest of its session as evidence", async () => {
    await storeRun(developer);
    await step();
    expect(told.map(({ input }) => input)).toEqual(["ie"]);
    expect(told[0]?.evidence).toEqual([{ turnIndex: 4, quote: "prompt 4" }]);
  });

  test("gets no card where several people may share the key", async () => {
    const key = newDeveloper({
      organizationId: organization,
      identity: SHARED,
      keyName: "key",
      source: "key",
    });
    await insertDeveloper(database, key, SHARED);
    await storeRun(key.id);
    await step();
    expect(told).toEqual([]);
  });
});

const SHARED = { kind: "key", value: "key" };

/** Four sub-sessions of two prompts each; the last has no input, and closes. */
async function storeRun(whose: string): Promise<void> {
  const nothing = { session: named("run"), developer: whose, sse: null, ie: null, closed_at: NOW };
  const rows = [30, 10, 20, null].map((ie, index) =>
    rowOf(organization, index, { ...nothing, ie, started_at: NOW - (4 - index) * 3_600_000 }),
  );
  const texts = Array.from({ length: 8 }, (_, index) => `prompt ${index + 1}`);
  await inTransaction(database, "normal", async (transaction) => {
    await saveMetrics(transaction, rows.slice(0, 1), rows);
    await noteClosings(transaction, rows.slice(3), NOW);
  });
  await storeSession(database, { organization, session: named("run"), developer: whose, texts });
  const all = wholeSchema(database);
  await all.updateTable("prompts").set({ repair: 1 }).where("turn_index", "in", [2, 4, 6]).execute();
  for (const [index, row] of rows.entries()) {
    const turns = { first_turn: 2 * index + 1, last_turn: 2 * index + 2 };
    await all
      .insertInto("sub_sessions")
      .values({ ...placeOf(row), ...turns })
      .execute();
  }
  for (const [index] of texts.entries())
    await all
      .insertInto("turns")
      .values(turnOf(rows[0] as MetricsRow, index + 1))
      .execute();
}

const UNREADABLE = {
  session: named("broken"),
  rubric_version: "1",
  judged_at: NOW,
  intent: "fix",
  short_circuited: 0,
  context_leverage: null,
  information_density: null,
  turn_economy: null,
  ambiguity_cost: null,
  rubric_score: null,
  judgement: "{ no JSON",
} as const;

/** One sub-session of two prompts, where the second corrects the first, as measuring leaves it. */
async function storeClosed(name: string, closedAt: number): Promise<void> {
  const session = named(name);
  const row = rowOf(organization, 1, {
    session,
    sub_session: session,
    developer,
    closed_at: closedAt,
    ie: 10,
    repair_turns: 1,
  });
  const texts = ["Add a filter", "No, that is wrong"];
  await inTransaction(database, "normal", async (transaction) => {
    await saveMetrics(transaction, [row], [row]);
    await noteClosings(transaction, [row], NOW);
  });
  await storeSession(database, { organization, session, developer, texts });
  const all = wholeSchema(database);
  await all
    .updateTable("prompts")
    .set({ repair: 1 })
    .where("session", "=", session)
    .where("turn_index", "=", 2)
    .execute();
  await all.insertInto("sub_sessions").values(placeOf(row)).execute();
  for (const [index] of texts.entries())
    await all
      .insertInto("turns")
      .values(turnOf(row, index + 1))
      .execute();
}

function placeOf({ organization, session, developer, sub_session: id }: MetricsRow): SubSessionRow {
  return {
    id,
    organization,
    session,
    developer,
    sub_session_index: 0,
    first_turn: 1,
    last_turn: 2,
    started_at: NOW,
    ended_at: NOW,
    title: null,
    size: 1,
    bucket: 0,
    outcome: "unknown",
    scoreable: 1,
    state: "closed",
    boundary_kind: "session",
    agent: "claude-code",
    boundary_p: null,
    boundary_confidence: null,
    boundary_overridden: 0,
    non_trivial_turns: 2,
    tally: "[]",
    used: "[]",
  };
}

function turnOf({ organization, session, developer }: MetricsRow, index: number): TurnRow {
  const prompt = `${session}-${index}`;
  const none = { calls: 0, failed_calls: 0, unknown_calls: 0, tools: 0, failed_tools: 0 };
  const unknown = { input_uncached: null, cache_read: null, cache_creation: null, output: null };
  return {
    organization,
    session,
    developer,
    turn_index: index,
    event: prompt,
    started_at: NOW,
    ended_at: NOW,
    active_in: null,
    day: 0,
    duration_ms: 0,
    model_ms: 0,
    tool_ms: 0,
    model: null,
    prompt_chars: null,
    trivial: 0,
    repair: 0,
    ...none,
    ...unknown,
    lines_added: null,
    lines_removed: null,
  };
}
