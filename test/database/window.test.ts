import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { count, instant, text } from "../../src/database/columns.ts";
import { type Database, openDatabase } from "../../src/database/open.ts";
import { createTable, declareTable, tables } from "../../src/database/table-shape.ts";
import { inWindow, type WindowFilter } from "../../src/database/window.ts";

const WORK = declareTable("work", { id: count(), organization: text(), developer: text(), began: instant() });

const directory = mkdtempSync(join(tmpdir(), "window-"));
let database: Database;

beforeAll(async () => {
  database = openDatabase(join(directory, "scoring.db"), "write");
  await createTable(database, WORK);
  const rows = [
    { id: 1, organization: "ours", developer: "ann", began: 10 },
    { id: 2, organization: "ours", developer: "bob", began: 20 },
    { id: 3, organization: "ours", developer: "ann", began: 30 },
    { id: 4, organization: "theirs", developer: "ann", began: 10 },
  ];
  await tables(database, WORK).insertInto("work").values(rows).execute();
});

afterAll(async () => {
  await database.destroy();
  rmSync(directory, { recursive: true });
});

const EVERYTHING: WindowFilter = { organization: "ours", developers: null, from: 0, to: 100 };

async function idsIn(filter: WindowFilter, time: "began" | "work.began" = "began"): Promise<number[]> {
  const query = inWindow(tables(database, WORK).selectFrom("work"), filter, time);
  return (await query.select("id").orderBy("id").execute()).map(({ id }) => id);
}

describe("a window", () => {
  test("holds nothing of other organizations", async () => {
    expect(await idsIn(EVERYTHING)).toEqual([1, 2, 3]);
  });

  test("begins with its first instant and ends before its last", async () => {
    expect(await idsIn({ ...EVERYTHING, from: 10, to: 30 })).toEqual([1, 2]);
  });

  test("holds the rows of the named developers only, of none when none is named", async () => {
    expect(await idsIn({ ...EVERYTHING, developers: ["ann"] })).toEqual([1, 3]);
    expect(await idsIn({ ...EVERYTHING, developers: [] })).toEqual([]);
  });

  test("may name its columns with their table", async () => {
    expect(await idsIn({ ...EVERYTHING, developers: ["bob"] }, "work.began")).toEqual([2]);
  });

  test("of a column that the table lacks does not compile", () => {
    // @ts-expect-error there is no such column
    inWindow(tables(database, WORK).selectFrom("work"), EVERYTHING, "started");
  });
});
