/** Rows that are computed for whole sessions, compared here and written in few statements, however many they are. */
import { type RawBuilder, sql } from "kysely";
import type { ColumnKind, TableShape } from "../columns.ts";
import type { ChangedRows, Database, NextRows, RowChange, StoredRow } from "../engine.ts";

/** How PostgreSQL calls what columns hold. */
export const TYPES: Readonly<Record<ColumnKind, string>> = {
  instant: "bigint",
  count: "bigint",
  ratio: "double precision",
  text: "text",
  json: "text",
  bytes: "bytea",
};

/** Takes, gives: as the engine says. */
export async function replaceSessionRows(
  database: Database,
  table: TableShape,
  { sessions, rows }: NextRows,
): Promise<ChangedRows> {
  const columns = Object.keys(rows[0] ?? table.columns);
  const textOf = (row: StoredRow) => JSON.stringify(columns.map((column) => row[column] ?? null));
  const wanted = Map.groupBy(rows, textOf);
  const removed: StoredRow[] = [];
  for (const row of await readStored(database, table, { columns, sessions }))
    if (wanted.get(textOf(row))?.pop() === undefined) removed.push(row);
  await deleteRows(
    database,
    table,
    removed.map(({ place }) => String(place)),
  );
  const added = [...wanted.values()].flat();
  await insertRows(database, table, { columns, rows: added });
  return { removed: removed.map(({ place: _place, ...row }) => row), added };
}

async function readStored(
  database: Database,
  { name }: TableShape,
  { columns, sessions }: { columns: readonly string[] } & Pick<NextRows, "sessions">,
): Promise<StoredRow[]> {
  if (sessions.length === 0) return [];
  const organizations = sessions.map(({ organization }) => organization);
  const names = [...new Set(sessions.map(({ session }) => session))];
  const { rows } = await sql<StoredRow>`select ctid::text as place, ${listed(columns)} from ${sql.table(name)}
    where organization = any(${[...new Set(organizations)]}::text[]) and session = any(${names}::text[])`.execute(
    database,
  );
  return rows;
}

async function deleteRows(
  database: Database,
  { name }: TableShape,
  places: readonly string[],
): Promise<void> {
  if (places.length === 0) return;
  await sql`delete from ${sql.table(name)} where ctid = any(${places}::text[]::tid[])`.execute(database);
}

async function insertRows(
  database: Database,
  table: TableShape,
  { columns, rows }: { columns: readonly string[]; rows: readonly StoredRow[] },
): Promise<void> {
  if (rows.length === 0) return;
  await sql`insert into ${sql.table(table.name)} (${listed(columns)})
    select * from unnest(${columnsOf(table, columns, rows)})`.execute(database);
}

function listed(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(column)));
}

/** One list for each column, so that the statement's text is the same for any number of rows. */
function columnsOf(
  table: TableShape,
  columns: readonly string[],
  rows: readonly StoredRow[],
): RawBuilder<unknown> {
  return sql.join(
    columns.map((column) => {
      const type = sql.raw(`${TYPES[table.columns[column]?.kind ?? "text"]}[]`);
      return sql`${rows.map((row) => row[column] ?? null)}::${type}`;
    }),
  );
}

/** Takes, gives: as the engine says. */
export async function changeSessionRows(
  database: Database,
  table: TableShape,
  changes: readonly RowChange[],
): Promise<StoredRow[]> {
  const [first] = changes;
  if (first === undefined) return [];
  const [where, set] = [Object.keys(first.where), Object.keys(first.set)];
  const of = (row: string, column: string) => sql.ref(`${row}.${column}`);
  const next = changes.map((change) => ({
    ...change.where,
    ...Object.fromEntries(set.map((column) => [`next_${column}`, change.set[column]])),
  }));
  const renamed: TableShape = {
    ...table,
    columns: {
      ...table.columns,
      ...Object.fromEntries(
        set.flatMap((column) => {
          const shape = table.columns[column];
          return shape === undefined ? [] : [[`next_${column}`, shape]];
        }),
      ),
    },
  };
  const names = [...where, ...set.map((column) => `next_${column}`)];
  const { rows } = await sql<StoredRow>`update ${sql.table(table.name)} as stored
    set ${sql.join(set.map((column) => sql`${sql.ref(column)} = ${of("next", `next_${column}`)}`))}
    from unnest(${columnsOf(renamed, names, next)}) as next (${listed(names)})
    where ${sql.join(
      where.map((column) => sql`${of("stored", column)} = ${of("next", column)}`),
      sql` and `,
    )} and (${sql.join(
      set.map((column) => sql`${of("stored", column)} is distinct from ${of("next", `next_${column}`)}`),
      sql` or `,
    )}) returning stored.*`.execute(database);
  return rows;
}
