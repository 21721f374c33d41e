/** Tables as their parts declare them: each is declared once, and that is where it and its rows' type come from. */
import { type Kysely, sql } from "kysely";
import type { Column, Columns, OwnerColumn, SearchedTexts, TableShape } from "./columns.ts";
import { type Database, engineOf } from "./engine.ts";

/** The rows of a declared table. */
export type RowOf<Shape extends TableShape> = {
  -readonly [Name in keyof Shape["columns"]]: Shape["columns"][Name] extends Column<infer Value>
    ? Value
    : never;
};

/** What queries may name, of some declared tables. */
export type TablesOf<Shapes extends readonly TableShape[]> = {
  [Shape in Shapes[number] as Shape["name"]]: RowOf<Shape>;
};

/** What is declared of a table in addition to its columns. */
interface Declared<Name extends string> {
  key?: readonly Name[];
  clustered?: boolean;
  unique?: readonly (readonly Name[])[];
  indexes?: Readonly<Record<string, readonly Name[]>>;
  owner?: readonly (Name & OwnerColumn)[];
  searched?: SearchedTexts | null;
}

/** Declares a table. */
export function declareTable<const Name extends string, Has extends Columns>(
  name: Name,
  columns: Has,
  {
    key = [],
    clustered = false,
    unique = [],
    indexes = {},
    owner = [],
    searched = null,
  }: Declared<keyof Has & string> = {},
): TableShape<Name, Has> {
  return { name, columns, key, clustered, unique, indexes, owner, searched };
}

/** The database as a step that reads and writes these tables sees it. Only for `table.ts` files. */
export function tables<const Shapes extends readonly TableShape[]>(
  database: Database,
  ..._shapes: Shapes
): Kysely<TablesOf<Shapes>> {
  return database as unknown as Kysely<TablesOf<Shapes>>;
}

/** Makes a declared table with its indexes. */
export async function createTable(database: Database, shape: TableShape): Promise<void> {
  const { name, key, unique } = shape;
  const { columnTypes } = engineOf(database);
  let table = database.schema.createTable(name);
  for (const [column, { kind, nullable, refersTo }] of Object.entries(shape.columns)) {
    table = table.addColumn(column, sql.raw(columnTypes[kind]), (built) => {
      const known = refersTo === null ? built : built.references(refersTo);
      const keyed = key.length === 1 && key[0] === column ? known.primaryKey() : known;
      return nullable ? keyed : keyed.notNull();
    });
  }
  if (key.length > 1) table = table.addPrimaryKeyConstraint(`${name}_key`, [...key] as never[]);
  for (const columns of unique)
    table = table.addUniqueConstraint(`${name}_unique_${columns.join("_")}`, [...columns] as never[]);
  await (shape.clustered ? table.modifyEnd(engineOf(database).clustered) : table).execute();
  for (const [index, columns] of Object.entries(shape.indexes))
    await database.schema
      .createIndex(index)
      .on(name)
      .columns([...columns])
      .execute();
  if (shape.searched !== null) await engineOf(database).createWordIndex(database, shape);
}

/** Adds columns to a table that has rows; where a column takes no null, these rows get an empty text or 0. */
export async function addColumns(database: Database, table: string, columns: Columns): Promise<void> {
  const { columnTypes } = engineOf(database);
  for (const [column, { kind, nullable }] of Object.entries(columns)) {
    const type = sql.raw(columnTypes[kind]);
    await database.schema
      .alterTable(table)
      .addColumn(column, type, (built) =>
        nullable ? built : built.notNull().defaultTo(kind === "text" || kind === "json" ? "" : 0),
      )
      .execute();
  }
}
