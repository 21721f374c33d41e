import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { prepareDatabase } from "../../../src/appliance/rebuild/forget-derived.ts";
import { ALL_TABLES } from "../../../src/appliance/tables.ts";
import { type TableShape, text } from "../../../src/database/columns.ts";
import type { Database } from "../../../src/database/engine.ts";
import { openDatabase } from "../../../src/database/open.ts";
import { declareTable, tables } from "../../../src/database/table-shape.ts";
import { wholeSchema } from "../../whole-schema.ts";

const FIXTURE = new URL("../../fixtures/databases/2026-11-22.db.gz", import.meta.url);
const SHAPES = ALL_TABLES.flatMap<TableShape>((set) => set.tables);

const folder = mkdtempSync(join(tmpdir(), "earlier-"));
let database: Database;

beforeAll(async () => {
  const path = join(folder, "scoring.db");
  writeFileSync(path, gunzipSync(await Bun.file(FIXTURE).bytes()));
  database = openDatabase(path, "write");
  await prepareDatabase(database);
});

afterAll(async () => {
  await database.destroy();
  rmSync(folder, { recursive: true, force: true });
});

describe("a database of an earlier version", () => {
  test("has afterwards the columns that the parts declare", async () => {
    const found = await database.introspection.getTables();
    const names = Object.fromEntries(
      found.map(({ name, columns }) => [name, columns.map((column) => column.name).toSorted()]),
    );
    for (const { name, columns } of SHAPES)
      expect([name, names[name]]).toEqual([name, Object.keys(columns).toSorted()]);
  });

  test("has no trigger any more", async () => {
    const schema = declareTable("sqlite_schema", { type: text() });
    const types = await tables(database, schema)
      .selectFrom("sqlite_schema")
      .select("type")
      .distinct()
      .execute();
    expect(types.map(({ type }) => type)).not.toContain("trigger");
  });

  test("still knows its people, keys and objects", async () => {
    const all = wholeSchema(database);
    expect(await all.selectFrom("organizations").selectAll().execute()).not.toBeEmpty();
    expect(await all.selectFrom("keys").selectAll().execute()).not.toBeEmpty();
    expect(await all.selectFrom("objects").selectAll().execute()).not.toBeEmpty();
  });

  test("lists each day with work as one to be packed", async () => {
    const all = wholeSchema(database);
    const days = await all.selectFrom("score_days").select(["developer", "packed"]).execute();
    const developers = await all.selectFrom("metrics").select("developer").distinct().execute();
    expect(days.filter(({ packed }) => packed !== null)).toEqual([]);
    for (const { developer } of developers) expect(days.map((day) => day.developer)).toContain(developer);
  });
});
