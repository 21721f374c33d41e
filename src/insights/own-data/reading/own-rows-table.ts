/** Reads the rows that are one person's, of any table that declares an owner, a part at a time. */
import { sql } from "kysely";
import type { ColumnKind, TableShape } from "../../../database/columns.ts";
import { chunksOf } from "../../../database/row-chunks.ts";
import type { Database } from "../../../database/open.ts";
import { declareTable, tables } from "../../../database/table-shape.ts";
import { text } from "../../../database/columns.ts";
import { ASSEMBLED_SESSIONS } from "../../../turns/create-tables.ts";
import { type SessionName } from "../../../vocabulary/held-name.ts";
import { isoTime } from "../../../vocabulary/times.ts";
import type { WhoseData } from "../whose-data.ts";

/** Where reading goes on: at a session, or, behind all sessions, after the row with this key. */
export type RowsPlace = { session: number } | { after: readonly unknown[] | null };

/** Some rows. */
export interface RowsPart {
  rows: Record<string, unknown>[];
  /** null when there are no more. */
  next: RowsPlace | null;
}

/** What is asked of every owned table; of the last two columns it may have only one. */
const OWNED = { organization: text(), session: text<SessionName>(), developer: text() };

const SESSIONS_AT_ONCE = 50;
const ROWS_AT_ONCE = 50;

/** Where reading a table begins. */
export function firstPlace({ owner }: TableShape): RowsPlace {
  return owner.includes("session") ? { session: 0 } : { after: null };
}

/**
 * Reads some rows. A row is theirs when it says that it is; one that names no developer, when its session is theirs.
 *
 * @returns Rows as the table has them, without the columns that nobody outside may see.
 */
export async function readRowsAt(
  database: Database,
  table: TableShape,
  { whose, place }: { whose: WhoseData; place: RowsPlace },
): Promise<RowsPart> {
  if ("session" in place) return readOfSessions(database, table, { whose, from: place.session });
  return table.owner.includes("session")
    ? readBesides(database, table, whose)
    : readOfDeveloper(database, table, { whose, after: place.after });
}

async function readOfSessions(
  database: Database,
  table: TableShape,
  { whose, from }: { whose: WhoseData; from: number },
): Promise<RowsPart> {
  const [sessions = []] = chunksOf(whose.sessions.slice(from, from + SESSIONS_AT_ONCE), SESSIONS_AT_ONCE);
  const isLast = from + SESSIONS_AT_ONCE >= whose.sessions.length;
  const hasDeveloper = table.owner.includes("developer");
  const next = isLast ? (hasDeveloper ? { after: null } : null) : { session: from + SESSIONS_AT_ONCE };
  if (sessions.length === 0) return { rows: [], next };
  const all = rowsOf(database, table, whose).where("session", "in", sessions);
  const found = await (hasDeveloper ? all.where("developer", "in", whose.developers) : all).execute();
  return { rows: found.map((row) => shownRow(row, table)), next };
}

/** What they did in others' sessions, such as a vote on a card. */
async function readBesides(database: Database, table: TableShape, whose: WhoseData): Promise<RowsPart> {
  const ownSessions = tables(database, ASSEMBLED_SESSIONS)
    .selectFrom("assembled_sessions")
    .select("session")
    .where("organization", "=", whose.organization)
    .where("developer", "in", whose.developers);
  const found = await rowsOf(database, table, whose)
    .where("developer", "in", whose.developers)
    .where("session", "not in", ownSessions)
    .execute();
  const read = new Set(whose.sessions);
  const besides = found.filter(({ session }) => !read.has(session));
  return { rows: besides.map((row) => shownRow(row, table)), next: null };
}

async function readOfDeveloper(
  database: Database,
  table: TableShape,
  { whose, after }: { whose: WhoseData; after: readonly unknown[] | null },
): Promise<RowsPart> {
  const { key } = table;
  let query = rowsOf(database, table, whose).where("developer", "in", whose.developers);
  if (key.length > 0) query = query.limit(ROWS_AT_ONCE);
  for (const column of key) query = query.orderBy(sql.ref(column));
  if (after !== null)
    query = query.where(sql<boolean>`(${refs(key)}) > (${sql.join(after.map((value) => sql.val(value)))})`);
  const found = await query.execute();
  const last = key.length > 0 && found.length === ROWS_AT_ONCE ? found.at(-1) : undefined;
  const next = last === undefined ? null : { after: key.map((column) => valueIn(last, column)) };
  return { rows: found.map((row) => shownRow(row, table)), next };
}

function refs(columns: readonly string[]) {
  return sql.join(columns.map((column) => sql.ref(column)));
}

function rowsOf(database: Database, { name }: TableShape, { organization }: WhoseData) {
  return tables(database, declareTable(name, OWNED))
    .selectFrom(name)
    .selectAll()
    .where("organization", "=", organization);
}

/** Columns by which somebody could act as the person. */
const SECRET = /(^|_)(hash|secret|token|sealed|password|challenge|credential|public_key)$/;

/** Returns the columns of a table that are shown. */
function shownColumns({ columns }: TableShape): string[] {
  return Object.keys(columns).filter((name) => !SECRET.test(name));
}

function shownRow(row: object, table: TableShape): Record<string, unknown> {
  const { columns } = table;
  return Object.fromEntries(
    shownColumns(table).map((name) => [name, shownValue(valueIn(row, name), columns[name]?.kind)]),
  );
}

/** Times are ISO 8601, JSON is plain, bytes are base64. */
function shownValue(value: unknown, kind: ColumnKind | undefined): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (kind === "instant" && typeof value === "number") return timeText(value);
  return kind === "json" && typeof value === "string" ? (JSON.parse(value) as unknown) : value;
}

const LATEST_DATE = 8.64e15;

/** Some columns hold "never" as a number that is no date. */
function timeText(value: number): string | number {
  return Math.abs(value) <= LATEST_DATE ? isoTime(value) : value;
}

function valueIn(row: object, column: string): unknown {
  return Reflect.get(row, column);
}
