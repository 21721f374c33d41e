import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { count, instant, text } from "../../../src/database/columns.ts";
import { daysSet, declareDays } from "../../../src/database/days/days-table.ts";
import {
  daysIn,
  emptyChangedDays,
  emptyEveryDay,
  emptyOthers,
  keepOpenDays,
  keptAsJson,
  outdated,
  readKeptDays,
} from "../../../src/database/days/kept-days-table.ts";
import { type Database, openDatabase } from "../../../src/database/open.ts";
import { prepareTables, type TableSet } from "../../../src/database/prepare.ts";
import { createTable, declareTable, tables } from "../../../src/database/table-shape.ts";
import { inTransaction } from "../../../src/database/transaction.ts";
import { DAY, HOUR } from "../../../src/vocabulary/units.ts";

const VISITS = declareTable("visits", { organization: text(), at: instant() });
const VISIT_DAYS = declareDays("visit_days");
const visits: TableSet = {
  name: "visits",
  tables: [VISITS],
  kept: false,
  shape: 1,
  create: (database) => createTable(database, VISITS),
};
const visitDays: TableSet = daysSet("visit days", VISIT_DAYS, {
  table: "visits",
  time: "at",
  of: "everybody",
});
const KEPT = keptAsJson<number>(VISIT_DAYS, "1");
const EVER = { organization: "ours", from: 0, to: 99 };

let database: Database;
beforeEach(async () => {
  database = openDatabase(":memory:", "write");
  await prepareTables(database, [visits, visitDays]);
});
afterEach(() => database.destroy());

async function visit(at: number, organization = "ours"): Promise<void> {
  await inTransaction(database, "normal", async (transaction) => {
    await tables(transaction, VISITS).insertInto("visits").values({ organization, at }).execute();
    await emptyChangedDays(transaction, VISIT_DAYS, [{ organization, at }]);
  });
}

/** Keeps how many visits each day had. */
function keep(now: number, kept = KEPT, limit = 99): Promise<number> {
  return keepOpenDays(database, kept, {
    now,
    limit,
    first: "newest",
    add: async (transaction, { organization, from, to }) => {
      const rows = await tables(transaction, VISITS)
        .selectFrom("visits")
        .select("at")
        .where("organization", "=", organization)
        .where("at", ">=", from)
        .where("at", "<", to)
        .execute();
      return rows.length === 0 ? null : rows.length;
    },
  });
}

const keptDays = async (kept = KEPT) => daysIn(await readKeptDays(database, kept, EVER));

describe("days", () => {
  test("are kept once they are over", async () => {
    await visit(DAY + HOUR);
    await visit(DAY + 2 * HOUR);
    await visit(2 * DAY);
    expect(await keep(2 * DAY)).toBe(1);
    expect(await keptDays()).toEqual([[1, 2]]);
    expect([...(await readKeptDays(database, KEPT, EVER))]).toEqual([
      [1, 2],
      [2, null],
    ]);
    expect(await keep(2 * DAY)).toBe(0);
  });

  test("are kept a few at once, the newest first", async () => {
    for (const day of [1, 2, 3]) await visit(day * DAY);
    expect(await keep(9 * DAY, KEPT, 2)).toBe(2);
    expect(await keptDays()).toEqual([
      [2, 1],
      [3, 1],
    ]);
  });

  test("are empty after a change, and only they", async () => {
    for (const day of [1, 2]) await visit(day * DAY);
    await keep(9 * DAY);
    await visit(DAY + HOUR);
    expect(await keptDays()).toEqual([[2, 1]]);
    expect(await keep(9 * DAY)).toBe(1);
    expect(await keptDays()).toEqual([
      [1, 2],
      [2, 1],
    ]);
  });

  test("are emptied all at once, of one organization or of all", async () => {
    await visit(DAY);
    await visit(DAY, "theirs");
    await keep(9 * DAY);
    await emptyEveryDay(database, VISIT_DAYS, "theirs");
    expect(await keptDays()).toEqual([[1, 1]]);
    await emptyEveryDay(database, VISIT_DAYS, null);
    expect(await keptDays()).toEqual([]);
    expect(await keep(9 * DAY)).toBe(2);
  });

  test("are forgotten when nothing is left of them", async () => {
    await visit(DAY);
    await keep(9 * DAY);
    await tables(database, VISITS).deleteFrom("visits").execute();
    await emptyEveryDay(database, VISIT_DAYS, null);
    expect(await keep(9 * DAY)).toBe(1);
    expect([...(await readKeptDays(database, KEPT, EVER))]).toEqual([]);
  });

  test("are not read as they were added up in another way, but added up anew", async () => {
    await visit(DAY);
    await keep(9 * DAY);
    const other = { ...KEPT, packedBy: "2" };
    expect(await keptDays(other)).toEqual([]);
    await emptyOthers(database, other);
    expect(await keep(9 * DAY, other)).toBe(1);
    expect(await keptDays(other)).toEqual([[1, 1]]);
    expect(await keptDays()).toEqual([]);
  });

  test("stay open when their rows change while they are added up", async () => {
    await visit(DAY);
    const addedUp = keepOpenDays(database, KEPT, {
      now: 9 * DAY,
      limit: 99,
      first: "newest",
      add: async (transaction) => {
        await emptyChangedDays(transaction, VISIT_DAYS, [{ organization: "ours", at: DAY }]);
        return 1;
      },
    });
    expect(await addedUp).toBe(1);
    expect(await keptDays()).toEqual([]);
    expect(await keep(9 * DAY)).toBe(1);
    expect(await keptDays()).toEqual([[1, 1]]);
  });

  test("stay open when adding them up breaks off, and when they change then", async () => {
    await visit(DAY);
    const brokenOff = keepOpenDays(database, KEPT, {
      now: 9 * DAY,
      limit: 99,
      first: "newest",
      add: () => Promise.reject(new Error("broken off")),
    });
    expect(await brokenOff.catch(String)).toContain("broken off");
    await visit(DAY + HOUR);
    expect(await keep(9 * DAY)).toBe(1);
    expect(await keptDays()).toEqual([[1, 2]]);
    expect(await keep(9 * DAY)).toBe(0);
  });

  test("answer as they are kept while they are only outdated", async () => {
    await visit(DAY);
    await keep(9 * DAY);
    await tables(database, VISIT_DAYS).updateTable("visit_days").set(outdated(VISIT_DAYS)).execute();
    expect(await keptDays()).toEqual([[1, 1]]);
    expect(await keep(9 * DAY)).toBe(1);
    expect(await keep(9 * DAY)).toBe(0);
  });
});

describe("the table of days", () => {
  test.each([
    ["is new", 0],
    ["had another shape", 99],
  ])("lists the days of all rows when it %s", async (_, shape) => {
    for (const at of [DAY, DAY + HOUR, 3 * DAY]) await visit(at);
    await keep(9 * DAY);
    await database.schema.dropTable("visit_days").execute();
    const before = declareTable("visit_days", { organization: text(), day: count() });
    if (shape > 0) await createTable(database, before);
    const ledger = declareTable("table_sets", { name: text(), shape: count() });
    const view = tables(database, ledger);
    await view.updateTable("table_sets").set({ shape }).where("name", "=", "visit days").execute();
    expect(await prepareTables(database, [visits, visitDays])).toEqual({ emptied: [] });
    expect([...(await readKeptDays(database, KEPT, EVER))]).toEqual([
      [1, null],
      [3, null],
    ]);
    expect(await keep(9 * DAY)).toBe(2);
  });
});
