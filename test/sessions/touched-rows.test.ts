import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { ALL_TABLES } from "../../src/appliance/tables.ts";
import type { TableShape } from "../../src/database/columns.ts";
import { MINUTE } from "../../src/vocabulary/units.ts";
import { Growing, START } from "./growing.ts";
import { turn } from "./one-turn.ts";

let growing: Growing;
beforeEach(async () => {
  growing = await Growing.open();
});
afterEach(() => growing.close());

const EVENTS = ["insert", "update", "delete"] as const;

/** Counts from now on each row that is inserted, updated or deleted, with the values that it has or others. */
async function watchRows(): Promise<() => Promise<Record<string, number>>> {
  const { database } = growing;
  await sql`create temp table touched (name text, event text)`.execute(database);
  const shapes = ALL_TABLES.flatMap(({ tables }): readonly TableShape[] => tables);
  for (const { name } of shapes)
    for (const event of EVENTS)
      await sql`create temp trigger ${sql.ref(`touched_${name}_${event}`)} after ${sql.raw(event)}
        on main.${sql.ref(name)} begin insert into touched values (${sql.lit(name)}, ${sql.lit(event)}); end`.execute(
        database,
      );
  return async () => {
    const { rows } = await sql<{ what: string; rows: number }>`
      select name || ' ' || event as what, count(*) as rows from temp.touched group by 1 order by 1`.execute(
      database,
    );
    await sql`delete from temp.touched`.execute(database);
    return Object.fromEntries(rows.map(({ what, rows: count }) => [what, count]));
  };
}

const LAST = "session-3";

/** Four sessions of one person, each half an hour after the one before, the last with as many turns as asked for. */
async function sendSessions(turns: number): Promise<number> {
  for (const [index, session] of ["session-0", "session-1", "session-2", LAST].entries())
    for (let place = 0; place < (session === LAST ? turns : 5); place += 1)
      await send(session, START + (index * 30 + place * 3) * MINUTE);
  return START + (90 + turns * 3) * MINUTE;
}

/** Sends the first records of a turn, and measures. */
async function send(session: string, at: number, count = Infinity): Promise<void> {
  growing.now = at + MINUTE;
  const records = turn({ session, at, text: `Change the step of ${at}`, file: `/work/src/${session}.ts` });
  await growing.examine(records.slice(0, count));
  await growing.measure();
}

/** What every body with a session's records touches, even if it had been there before. */
const OF_A_BODY = {
  "dirty_sessions insert": 1,
  "dirty_sessions delete": 1,
  "session_sizes update": 1,
  "sessions update": 1,
  "sighting_chunks insert": 1,
};

/** What one more prompt touches in addition: its sub-session; its day is open already. */
const OF_A_PROMPT = {
  "turns insert": 1,
  "prompts insert": 1,
  "sub_sessions update": 1,
  "metrics update": 1,
  "accounts update": 1,
  "assembled_sessions update": 1,
};

/** What calls touch in addition. */
const OF_CALLS = { "call_hours update": 1, "model_spend update": 1 };

describe("the rows that a body touches", () => {
  test.each([5, 15])("are those of its turn and its sub-session, after %p turns", async (turns) => {
    const next = await sendSessions(turns);
    const touched = await watchRows();
    await send(LAST, next);
    expect(await touched()).toEqual({ ...OF_A_BODY, ...OF_A_PROMPT, ...OF_CALLS });
  });

  test("are fewer for a prompt without work", async () => {
    const next = await sendSessions(5);
    const touched = await watchRows();
    await send(LAST, next, 1);
    expect(await touched()).toEqual({ ...OF_A_BODY, ...OF_A_PROMPT });
  });

  test("are none that is computed when its records were there before", async () => {
    const next = await sendSessions(5);
    await send(LAST, next);
    const touched = await watchRows();
    await send(LAST, next);
    expect(await touched()).toEqual(OF_A_BODY);
  });
});
