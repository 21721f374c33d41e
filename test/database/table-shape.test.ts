import { describe, expect, test } from "bun:test";
import { prepareDatabase } from "../../src/appliance/rebuild/forget-derived.ts";
import { ALL_TABLES } from "../../src/appliance/tables.ts";
import { type Database, engineOf } from "../../src/database/engine.ts";
import { openDatabase } from "../../src/database/open.ts";
import { TABLE_SETS } from "../../src/database/table.ts";
import { type TableShape, text } from "../../src/database/columns.ts";
import { declareTable, tables } from "../../src/database/table-shape.ts";
import { NOTES } from "./notes.ts";

const SQLITE_SCHEMA = declareTable("sqlite_schema", { type: text(), name: text() });
const SHAPES: readonly TableShape[] = [TABLE_SETS, ...ALL_TABLES.flatMap<TableShape>((set) => set.tables)];

describe("a new database", () => {
  test("has the tables that the parts declare, with their columns, and no others", async () => {
    const database = openDatabase(":memory:", "write");
    await prepareDatabase(database);
    expect(await columnsOf(database)).toEqual(declared(database));
    await database.destroy();
  });

  test("has no trigger but those that keep indexes of words, and the audit log as it is", async () => {
    const database = openDatabase(":memory:", "write");
    await prepareDatabase(database);
    const triggers = await tables(database, SQLITE_SCHEMA)
      .selectFrom("sqlite_schema")
      .select("name")
      .where("type", "=", "trigger")
      .execute();
    const expected = SHAPES.filter(({ searched }) => searched !== null).flatMap(({ name }) =>
      ["added", "removed", "changed"].map((when) => ({ name: `${name}_words_${when}` })),
    );
    const log = ["follow", "remain", "stay"].map((what) => ({ name: `audit_entries_${what}` }));
    expect(triggers.toSorted(byName)).toEqual([...expected, ...log].toSorted(byName));
    await database.destroy();
  });
});

function byName(left: { name: string }, right: { name: string }): number {
  return left.name < right.name ? -1 : 1;
}

describe("a query", () => {
  test("does not compile when it names a table or column that is not declared", () => {
    const database = openDatabase(":memory:", "write");
    const view = tables(database, NOTES);
    // @ts-expect-error there is no such table
    view.selectFrom("note");
    // @ts-expect-error there is no such column
    view.selectFrom("notes").select("texts");
    // @ts-expect-error it holds another type
    view.selectFrom("notes").where("id", "=", "one");
    // @ts-expect-error a column is missing that may not be null
    view.insertInto("notes").values({ id: 1 });
    expect(view.selectFrom("notes").select("text").compile().sql).toBe('select "text" from "notes"');
  });
});

/** Returns by table and column, its type and whether it may be null. */
async function columnsOf(database: Database): Promise<Record<string, string>> {
  const found = await database.introspection.getTables();
  return Object.fromEntries(
    found
      // an index of words keeps its own tables
      .filter(({ name }) => !name.startsWith("sqlite_") && !/_words(_data|_idx|_config)?$/.test(name))
      .flatMap(({ name, columns }) =>
        columns.map((column) => [
          `${name}.${column.name}`,
          described(column.dataType.toLowerCase(), column.isNullable),
        ]),
      ),
  );
}

function declared(database: Database): Record<string, string> {
  const { columnTypes } = engineOf(database);
  return Object.fromEntries(
    SHAPES.flatMap(({ name, columns }) =>
      Object.entries(columns).map(([column, { kind, nullable }]) => [
        `${name}.${column}`,
        described(columnTypes[kind], nullable),
      ]),
    ),
  );
}

function described(type: string, nullable: boolean): string {
  return nullable ? `${type} or null` : type;
}
