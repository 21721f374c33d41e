/**
 * Rows that are worked out for whole sessions, again and again while these go on.
 *
 * Most of a session's rows are each time what they were, and reading a row costs a tenth of writing it with the
 * entries of its indexes: so only those that changed are written.
 */
import { CompiledQuery, createQueryId, type Kysely, RawNode } from "kysely";

/** Whose rows are replaced. */
export interface SessionOf {
  organization: string;
  session: string;
}

type Row = Readonly<Record<string, unknown>>;

/** A table by its name, and those of its columns that the new rows tell. */
interface Target {
  database: Kysely<unknown>;
  table: string;
  columns: readonly string[];
}

/**
 * Puts the rows of sessions in the place of those they had.
 *
 * Takes: a transaction; all rows of these sessions, each with the same columns. A column that they do not tell keeps
 * its value in rows that stay, and is null in new ones.
 */
export async function replaceSessionRows<Tables, Table extends keyof Tables & string>(
  database: Kysely<Tables>,
  table: Table,
  { sessions, rows }: { sessions: readonly SessionOf[]; rows: readonly Partial<Tables[Table]>[] },
): Promise<void> {
  const wanted = rows as readonly Row[];
  const columns = Object.keys(wanted[0] ?? {});
  const target = { database: database as Kysely<unknown>, table, columns };
  const stored = new Map<string, number[]>();
  for (const [organization, own] of Map.groupBy(sessions, (one) => one.organization)) {
    const names = own.map(({ session }) => session);
    await readStored(target, { organization, names, stored });
  }
  const added = wanted.filter((row) => stored.get(textOf(row, columns))?.pop() === undefined);
  await deleteRows(target, [...stored.values()].flat());
  await insertRows(target, added);
}

/** Adds the rows' places by what they say. */
async function readStored(
  { database, table, columns }: Target,
  found: { organization: string; names: readonly string[]; stored: Map<string, number[]> },
): Promise<void> {
  const told = columns.map((column) => `, "${column}"`).join("");
  const text = `select rowid as place${told} from "${table}" where organization = ? and session in ${LISTED}`;
  const parameters = [found.organization, JSON.stringify(found.names)];
  const { rows } = await database.executeQuery<Row>(CompiledQuery.raw(text, parameters));
  for (const row of rows) {
    const said = textOf(row, columns);
    const places = found.stored.get(said);
    if (places === undefined) found.stored.set(said, [Number(row["place"])]);
    else places.push(Number(row["place"]));
  }
}

/** Parameters as one JSON list, so that their number does not change the statement's text. */
const LISTED = "(select value from json_each(?))";

function textOf(row: Row, columns: readonly string[]): string {
  return JSON.stringify(columns.map((column) => row[column]));
}

async function deleteRows({ database, table }: Target, places: readonly number[]): Promise<void> {
  if (places.length === 0) return;
  const text = `delete from "${table}" where rowid in ${LISTED}`;
  await database.executeQuery(CompiledQuery.raw(text, [JSON.stringify(places)]));
}

/** Two lengths of statements are enough to have both prepared, whatever the number of rows. */
const ROWS_AT_ONCE = 16;

async function insertRows(target: Target, rows: readonly Row[]): Promise<void> {
  const { database, columns } = target;
  for (let at = 0; at < rows.length;) {
    const count = rows.length - at < ROWS_AT_ONCE ? 1 : ROWS_AT_ONCE;
    const some = rows.slice(at, at + count);
    const values = some.flatMap((row) => columns.map((column) => row[column]));
    await database.executeQuery(statementOf(insertText(target, count), values));
    at += count;
  }
}

/** As `CompiledQuery.raw` gives it, but for freezing the values: a long list becomes slow by that. */
function statementOf(text: string, values: unknown[]): CompiledQuery {
  return { query: RawNode.createWithSql(text), queryId: createQueryId(), sql: text, parameters: values };
}

function insertText({ table, columns }: Target, count: number): string {
  const names = columns.map((column) => `"${column}"`).join(", ");
  const row = `(${columns.map(() => "?").join(", ")})`;
  return `insert into "${table}" (${names}) values ${Array.from({ length: count }, () => row).join(", ")}`;
}
