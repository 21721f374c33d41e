import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { type QueryId, type RootOperationNode, SelectQueryNode, sql, TableNode } from "kysely";
import { loadPrices } from "../../src/appliance/load-prices.ts";
import { type Database, openDatabase } from "../../src/database/open.ts";
import { findDirty } from "../../src/normaliser/dirty-table.ts";
import { Measurer } from "../../src/sessions/measurer.ts";
import { LongSessions } from "../../src/sessions/long-sessions.ts";
import { SECOND } from "../../src/vocabulary/units.ts";
import { Holding, logsBody } from "../writer/upkeep/holding.ts";
import { named } from "../session-names.ts";

/** A clock that stops until a test moves it. */
function standingClock() {
  const time = { now: 0 };
  return Object.assign(time, { longSessions: new LongSessions(() => time.now) });
}

const nameOf = (name: string) => name;

describe("the rests of long sessions", () => {
  test("lets a short session be measured in every round", () => {
    const { longSessions } = standingClock();
    longSessions.note("short", 20);
    expect([...longSessions.resting()]).toEqual([]);
  });

  test("gives a long session a twentieth of the time", () => {
    const clock = standingClock();
    clock.longSessions.note("long", 5_000);
    expect(clock.longSessions.describe()).toEqual({ sessions: 1, longestMs: 95_000 });
    clock.now = 94_999;
    expect([...clock.longSessions.resting()]).toEqual(["long"]);
    clock.now = 95_000;
    expect([...clock.longSessions.resting()]).toEqual([]);
    expect(clock.longSessions.describe()).toEqual({ sessions: 0, longestMs: 0 });
  });

  test("forgets that a session was long when it is no longer", () => {
    const { longSessions } = standingClock();
    longSessions.note("long", 5_000);
    longSessions.note("long", 10);
    expect([...longSessions.resting()]).toEqual([]);
  });

  test("takes short sessions and long ones in turns", () => {
    const clock = standingClock();
    for (const long of ["long 1", "long 2"]) clock.longSessions.note(long, 150);
    clock.now = 10_000;
    const waiting = ["long 1", "short 1", "long 2", "short 2"];
    expect(clock.longSessions.choose(waiting, nameOf)).toEqual(["short 1", "short 2"]);
    expect(clock.longSessions.choose(waiting, nameOf)).toEqual(["long 1"]);
    expect(clock.longSessions.choose(["short 3", "long 2"], nameOf)).toEqual(["short 3"]);
    expect(clock.longSessions.choose(["long 2"], nameOf)).toEqual(["long 2"]);
    expect(clock.longSessions.choose([], nameOf)).toEqual([]);
  });

  test("takes long sessions together as far as they cost little, those measured longest ago first", () => {
    const { longSessions } = standingClock();
    for (const long of ["b", "c", "a", "d"]) longSessions.note(long, 80);
    expect(longSessions.choose(["a", "b", "c", "d"], nameOf)).toEqual(["b", "c"]);
    longSessions.note("b", 80);
    longSessions.note("c", 80);
    expect(longSessions.choose(["a", "b", "c", "d"], nameOf)).toEqual(["a", "d"]);
  });
});

let holding: Holding;
let organization: string;

async function sendPrompts(...sessions: string[]): Promise<void> {
  const attributes = { "event.name": "user_prompt", prompt: "Go on.", prompt_length: "6" };
  const records = sessions.map((session) => ({ session, at: holding.now, text: "a prompt", attributes }));
  const sender = { organizationId: organization, keyId: "key-1" };
  await holding.write([logsBody(records, { "service.name": "claude-code" })], sender);
  await holding.examine();
  holding.now += SECOND;
}

/** Forgets all sessions as soon as they were first read through the connection that it returns. */
function purgedOnceRead(database: Database): Database {
  const reads = new WeakSet<QueryId>();
  let isPurged = false;
  return database.withPlugin({
    transformQuery({ node, queryId }) {
      if (isSelectionFrom(node, "sessions")) reads.add(queryId);
      return node;
    },
    async transformResult({ result, queryId }) {
      if (reads.has(queryId) && !isPurged) {
        isPurged = true;
        const other = openDatabase(join(holding.directory, "scoring.db"), "write");
        await sql`delete from sessions`.execute(other);
        await other.destroy();
      }
      return result;
    },
  });
}

function isSelectionFrom(node: RootOperationNode, table: string): boolean {
  if (!SelectQueryNode.is(node)) return false;
  return (node.from?.froms ?? []).some((from) => TableNode.is(from) && from.table.identifier.name === table);
}

async function countTurns(): Promise<number> {
  const { rows } = await sql<{ turns: number }>`select count(*) as turns from turns`.execute(
    holding.database,
  );
  return rows[0]?.turns ?? 0;
}

async function waiting(): Promise<string[]> {
  return (await findDirty(holding.database, 100)).map(({ session }) => session);
}

describe("a measurer that lets long sessions rest", () => {
  beforeEach(async () => {
    holding = await Holding.open();
    organization = await holding.addOrganization();
  });
  afterEach(() => holding.close());

  test("measures the others while a long session rests, and the long one afterwards", async () => {
    const clock = standingClock();
    const prices = loadPrices({ pricesFile: null });
    const parts = { database: holding.database, clock: () => holding.now, prices, outages: () => [] };
    const measurer = new Measurer({ ...parts, longSessions: clock.longSessions });
    await sendPrompts("long");
    const [long = ""] = await waiting();
    clock.longSessions.note(`${organization} ${long}`, SECOND);
    await sendPrompts("short 1", "short 2");
    expect(await measurer.round()).toEqual({ measured: 2, more: false });
    expect(await waiting()).toEqual([long]);
    expect(await measurer.round()).toEqual({ measured: 0, more: false });
    clock.now = 19 * SECOND;
    expect(await measurer.round()).toEqual({ measured: 1, more: false });
    expect(await waiting()).toEqual([]);
  });

  test("measures a session at once when a person asks for it", async () => {
    const clock = standingClock();
    const prices = loadPrices({ pricesFile: null });
    const parts = { database: holding.database, clock: () => holding.now, prices, outages: () => [] };
    const measurer = new Measurer({ ...parts, longSessions: clock.longSessions });
    await sendPrompts("long");
    const [long = ""] = await waiting();
    clock.longSessions.note(`${organization} ${long}`, SECOND);
    await measurer.measure([{ organization, session: named(long) }]);
    expect([...clock.longSessions.resting()]).toEqual([]);
  });

  test("does not bring back a session that a purge took away meanwhile", async () => {
    const prices = loadPrices({ pricesFile: null });
    const database = purgedOnceRead(holding.database);
    const measurer = new Measurer({ database, clock: () => holding.now, prices, outages: () => [] });
    await sendPrompts("purged");
    expect(await measurer.round()).toEqual({ measured: 1, more: false });
    expect(await countTurns()).toBe(0);
  });
});
