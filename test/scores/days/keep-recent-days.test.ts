import { describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { type Database, openDatabase } from "../../../src/database/open.ts";
import { onSnapshot } from "../../../src/database/transaction.ts";
import { rememberDays } from "../../../src/scores/days/keep-recent-days.ts";
import { readWorkDays } from "../../../src/scores/days/read-days.ts";
import { DAY } from "../../../src/vocabulary/units.ts";
import { keepRows, openStore, START, type Store } from "../../metrics/stored-rows.ts";

const WINDOW = { from: START - 10 * DAY, to: START + 10 * DAY };

/** A second connection that only reads. */
async function openReader({ database }: Store): Promise<Database> {
  const { rows } = await sql<{ file: string }>`pragma database_list`.execute(database);
  return openDatabase(rows[0]?.file ?? "", "read");
}

/** As a read worker asks: each question in another snapshot. */
function daysOf(reader: Database, organization: string, developers: readonly string[] | null = null) {
  return onSnapshot(reader, (snapshot) => readWorkDays(snapshot, { organization, developers, ...WINDOW }));
}

describe("days that were just read", () => {
  test("are read once for the questions of one page, while nobody changes the database", async () => {
    const store = await openStore();
    await keepRows(store, { from: 1, count: 1 });
    const reader = await openReader(store);
    rememberDays(reader);
    const first = await daysOf(reader, store.organization);
    expect(first).toHaveLength(1);
    expect(await daysOf(reader, store.organization)).toBe(first);
    expect(await daysOf(reader, "another organization")).toEqual([]);
    expect(await daysOf(reader, store.organization, ["ada"])).not.toBe(first);
    await keepRows(store, { from: 2, count: 1 }, { developer: "grace" });
    expect(await daysOf(reader, store.organization)).toHaveLength(2);
  });

  test("are read anew by a connection that also writes", async () => {
    const store = await openStore();
    await keepRows(store, { from: 1, count: 1 });
    const first = await daysOf(store.database, store.organization);
    expect(await daysOf(store.database, store.organization)).not.toBe(first);
  });

  test("are the same in a shorter window", async () => {
    const store = await openStore();
    await keepRows(store, { from: 1, count: 1 });
    const reader = await openReader(store);
    rememberDays(reader);
    const [day] = await daysOf(reader, store.organization);
    const shorter = { organization: store.organization, developers: null, to: WINDOW.to };
    const [same] = await readWorkDays(reader, { ...shorter, from: START - DAY });
    expect(day).toBeDefined();
    expect(same).toBe(day as never);
    expect(await readWorkDays(reader, { ...shorter, from: START + 2 * DAY })).toEqual([]);
  });

  test("of a window that ends on another day are others", async () => {
    const store = await openStore();
    await keepRows(store, { from: 1, count: 1 });
    const reader = await openReader(store);
    rememberDays(reader);
    await daysOf(reader, store.organization);
    const before = { organization: store.organization, developers: null, from: START - 9 * DAY };
    expect(await readWorkDays(reader, { ...before, to: START - 2 * DAY })).toEqual([]);
  });
});
