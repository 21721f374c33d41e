import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../src/database/open.ts";
import { createTable, tables } from "../../src/database/table-shape.ts";
import { totalOf } from "../../src/database/total.ts";
import { NOTES } from "./notes.ts";

const directory = mkdtempSync(join(tmpdir(), "total-"));
const database = openDatabase(join(directory, "scoring.db"), "write");
afterAll(async () => {
  await database.destroy();
  rmSync(directory, { recursive: true });
});

test("a list's rows are counted up to 10,000, and not known beyond", async () => {
  await createTable(database, NOTES);
  const view = tables(database, NOTES);
  const total = () => totalOf(database, view.selectFrom("notes").select("id"));
  expect(await total()).toBe(0);
  const rows = Array.from({ length: 10_000 }, (_, index) => ({ id: index + 1, text: "x" }));
  await view.insertInto("notes").values(rows).execute();
  expect(await total()).toBe(10_000);
  await view.insertInto("notes").values({ id: 10_001, text: "x" }).execute();
  expect(await total()).toBeNull();
});
