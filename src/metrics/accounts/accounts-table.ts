/** The turns of each sub-session: what accounts are computed from, and for a day what kinds are decided by. */
import { sql } from "kysely";
import { bytes, count, instant, json, orNull, text } from "../../database/columns.ts";
import { type Database, engineOf } from "../../database/engine.ts";
import type { TableSet } from "../../database/prepare.ts";
import { rowChunks } from "../../database/row-chunks.ts";
import { createTable, declareTable, type RowOf, tables } from "../../database/table-shape.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";
import { packKnown, unpackKnown } from "../kinds/known-lines.ts";
import { perObject } from "../../vocabulary/sharing/per-object.ts";
import { DAY, HOUR, type Instant, type Milliseconds } from "../../vocabulary/units.ts";
import { heldHere } from "../../database/leases/held-table.ts";

export const ACCOUNTS = declareTable(
  "accounts",
  {
    sub_session: text(),
    organization: text(),
    session: text<SessionName>(),
    developer: text(),
    /** Groups the turns that are classified together: a developer id, or a name of the session where several people may share a key. */
    person: text(),
    /** The index of its first turn. */
    first_turn: count(),
    /** When its first turn started. */
    started_at: instant(),
    /** When the last work of its turns ended. */
    ended_at: instant(),
    /** When what its session knows of them may be forgotten. */
    known_until: orNull(instant()),
    /** A hash of all the rest as it was before anything was forgotten: rows that did not change are not written again. */
    stamp: text(),
    /** JSON: its turns, as `packTurns` writes them. */
    turns: json(),
    /** What its session knows of them, deflated: one line of JSON for each turn; null when it was forgotten. */
    known: orNull(bytes()),
  },
  {
    owner: ["session", "developer"],
    key: ["sub_session"],
    indexes: {
      accounts_by_session: ["session"],
      accounts_by_person: ["organization", "person", "ended_at", "started_at"],
      accounts_by_known_until: ["known_until"],
    },
  },
);

type StoredRow = RowOf<typeof ACCOUNTS>;

/** A row, unpacked. */
export interface AccountRow extends Omit<StoredRow, "known"> {
  known: string | null;
}

export const accountsTables = {
  name: "accounts",
  tables: [ACCOUNTS],
  kept: false,
  shape: 5,
  create: createTables,
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, ACCOUNTS);
}

function unpacked({ known, ...row }: StoredRow): AccountRow {
  return { ...row, known: unpackKnown(known) };
}

/** A row that is about to be saved. */
export type NewAccountRow = Omit<AccountRow, "stamp">;

/**
 * Replaces the rows of sessions; only rows that changed are written.
 *
 * @param before - Where the sessions' rows are now.
 * @returns The rows that were written.
 */
export async function saveAccounts(
  transaction: Database,
  before: readonly AccountPlace[],
  rows: readonly NewAccountRow[],
): Promise<AccountRow[]> {
  const places = new Map(before.map((place) => [place.sub_session, place]));
  const changed = rows
    .map(stamped)
    .filter(({ sub_session, stamp }) => places.get(sub_session)?.stamp !== stamp);
  const stays = new Set(rows.map(({ sub_session }) => sub_session));
  const gone = [...places.keys()].filter((subSession) => !stays.has(subSession));
  if (gone.length > 0)
    await sql`delete from accounts where sub_session in ${engineOf(transaction).listOf(gone)}`.execute(
      transaction,
    );
  for (const row of changed) {
    const place = places.get(row.sub_session);
    await (place !== undefined && isAtHome(row, place) ? growRow : saveRow)(transaction, row);
  }
  return changed;
}

/** Whether a row differs only in what a sub-session that goes on changes. */
function isAtHome(row: AccountRow, place: AccountPlace): boolean {
  return AT_HOME.every((column) => row[column] === place[column]);
}

/** Without the columns of the other indexes: what is set is written into its index, even if it is the same. */
async function growRow(transaction: Database, row: AccountRow): Promise<void> {
  const { sub_session, ended_at, turns, known, stamp } = row;
  await sql`
    update accounts set ended_at = ${ended_at}, turns = ${turns}, known = ${packKnown(known)}, stamp = ${stamp}
    where sub_session = ${sub_session}`.execute(transaction);
}

// This runs for each body of live work; as plain text a query costs less than half of what building it costs.
async function saveRow(transaction: Database, row: AccountRow): Promise<void> {
  const { sub_session, organization, session, developer, person, first_turn } = row;
  const { started_at, ended_at, turns, known, known_until, stamp } = row;
  await sql`
    insert into accounts (sub_session, organization, session, developer, person, first_turn, started_at, ended_at,
      turns, known, known_until, stamp)
    values (${sub_session}, ${organization}, ${session}, ${developer}, ${person}, ${first_turn}, ${started_at},
      ${ended_at}, ${turns}, ${packKnown(known)}, ${known_until}, ${stamp})
    on conflict (sub_session) do update set organization = excluded.organization, session = excluded.session,
      developer = excluded.developer, person = excluded.person, first_turn = excluded.first_turn,
      started_at = excluded.started_at, ended_at = excluded.ended_at, turns = excluded.turns,
      known = excluded.known, known_until = excluded.known_until, stamp = excluded.stamp`.execute(
    transaction,
  );
}

const STAMPED = (Object.keys(ACCOUNTS.columns) as (keyof AccountRow)[]).filter(
  (column) => column !== "stamp",
);

const stamped = perObject((row: NewAccountRow): AccountRow => ({ ...row, stamp: stampOf(row) }));

function stampOf(row: NewAccountRow): string {
  return Bun.hash(JSON.stringify(STAMPED.map((column) => row[column]))).toString(36);
}

/** Changes the turns of stored sub-sessions. */
export async function saveTurnsOf(
  transaction: Database,
  changed: readonly { row: AccountRow; turns: string }[],
): Promise<void> {
  for (const { row, turns } of changed) {
    const { stamp: _before, ...rest } = row;
    await tables(transaction, ACCOUNTS)
      .updateTable("accounts")
      .set({ turns, stamp: stampOf({ ...rest, turns }) })
      .where("sub_session", "=", row.sub_session)
      .execute();
  }
}

/** What a sub-session that goes on keeps. */
const AT_HOME = ["session", "developer", "person", "first_turn", "started_at", "known_until"] as const;

/** A row without its turns. */
export type AccountPlace = Pick<AccountRow, "sub_session" | "stamp" | (typeof AT_HOME)[number]>;

const PLACE = sql.raw(["sub_session", "stamp", ...AT_HOME].join(", "));

/** Returns where the rows of sessions are. */
export async function findAccountsOf(
  database: Database,
  organization: string,
  sessions: readonly SessionName[],
): Promise<AccountPlace[]> {
  const { rows } = await sql<AccountPlace>`
    select ${PLACE} from accounts
    where organization = ${organization} and session in ${engineOf(database).listOf(sessions)}`.execute(
    database,
  );
  return rows.toSorted((left, right) => left.first_turn - right.first_turn);
}

/** Returns the rows of sub-sessions. */
export async function readAccounts(
  database: Database,
  subSessions: readonly string[],
): Promise<AccountRow[]> {
  const rows = await tables(database, ACCOUNTS)
    .selectFrom("accounts")
    .selectAll()
    .where("sub_session", "in", engineOf(database).listOf(subSessions))
    .execute();
  return rows.map(unpacked);
}

/** Whose turns are asked for, and which: those of sub-sessions that touch the window. */
export interface TurnsWindow {
  organization: string;
  person: string;
  from: Instant;
  to: Instant;
}

/** Returns where the rows of a person's sub-sessions are that touch a window. */
export async function findAccountsAround(
  database: Database,
  { organization, person, from, to }: TurnsWindow,
): Promise<AccountPlace[]> {
  const { rows } = await sql<AccountPlace>`
    select ${PLACE} from accounts
    where organization = ${organization} and person = ${person} and ended_at >= ${from}
      and started_at <= ${to}`.execute(database);
  return rows;
}

/** Returns the turns of sub-sessions, packed. */
export async function readTurnsOf(
  database: Database,
  subSessions: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tables(database, ACCOUNTS)
    .selectFrom("accounts")
    .select(["sub_session", "turns"])
    .where("sub_session", "in", engineOf(database).listOf(subSessions))
    .execute();
  return new Map(rows.map(({ sub_session, turns }) => [sub_session, turns]));
}

/** Long enough for everything that a turn can change later on. */
const KNOWN_FOR: Milliseconds = DAY + HOUR;

/** When what kinds are decided by may be forgotten, of a sub-session that ended then: at the end of the next day. */
export function knownUntil(endedAt: Instant): Instant {
  return Math.ceil((endedAt + KNOWN_FOR) / DAY) * DAY;
}

/** Whether a row was saved with these lines before it forgot them. */
export function hasForgotten({ stamp, ...row }: AccountRow, known: string): boolean {
  return stamp === stampOf({ ...row, known, known_until: knownUntil(row.ended_at) });
}

/** No row has this hash. */
const OUTDATED = "";
const ROWS_AT_ONCE = 500;

/**
 * Deletes what kinds were decided by, where no turn can need it any more.
 *
 * @returns How many rows had it; at most 500.
 */
export async function forgetKnown(transaction: Database, now: Instant): Promise<number> {
  const rows = await tables(transaction, ACCOUNTS)
    .selectFrom("accounts")
    .select("sub_session")
    .where("known_until", "<", now)
    .$call(heldHere(transaction, "organization"))
    .limit(ROWS_AT_ONCE)
    .execute();
  const ids = rows.map(({ sub_session }) => sub_session);
  await changeRows(transaction, ids, { known: null, known_until: null });
  return rows.length;
}

/** Deletes what kinds of sub-sessions were decided by; measured again, all of their turns are classified anew. */
export async function outdateKnownOf(transaction: Database, subSessions: readonly string[]): Promise<void> {
  await changeRows(transaction, subSessions, { known: null, known_until: null, stamp: OUTDATED });
}

/** The rows are inserted again: where they were, the room of what is forgotten would stay empty, half of it all. */
async function changeRows(
  transaction: Database,
  subSessions: readonly string[],
  change: Partial<StoredRow>,
): Promise<void> {
  if (subSessions.length === 0) return;
  const removed = await tables(transaction, ACCOUNTS)
    .deleteFrom("accounts")
    .where("sub_session", "in", engineOf(transaction).listOf(subSessions))
    .returningAll()
    .execute();
  for (const chunk of rowChunks(removed.map((row) => ({ ...row, ...change }))))
    await tables(transaction, ACCOUNTS).insertInto("accounts").values(chunk).execute();
}
