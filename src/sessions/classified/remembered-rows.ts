/** Remembers rows of turns, unpacked, because live sessions look at the same neighbours again and again. */
import type { Database } from "../../database/open.ts";
import { type AccountPlace, type AccountRow, readAccounts } from "../../metrics/accounts/accounts-table.ts";
import { type StoredTurn, unpackTurns } from "../../metrics/accounts/stored-turns.ts";
import { readKnown } from "../../metrics/kinds/known-lines.ts";
import type { KnownTurn } from "../../metrics/kinds/known-turn.ts";

/** A row, and its turns. */
export interface RememberedRow {
  row: AccountRow;
  turns: () => readonly StoredTurn[];
  /** What its session knows of the turns, as it is stored; null when it was forgotten. */
  lines: readonly string[] | null;
  /** Returns the same, read; none when it was forgotten. */
  known: () => readonly KnownTurn[];
}

/** A day of some hundred developers; a row takes a few kilobytes. */
const MOST = 4_000;

/** By sub-session, those that were asked for longest ago first. */
const remembered = new Map<string, RememberedRow>();

/** Reads rows, unless they are as they were when they were read last. */
export async function rowsAt(database: Database, places: readonly AccountPlace[]): Promise<RememberedRow[]> {
  const missing = places.filter(({ sub_session, stamp }) => remembered.get(sub_session)?.row.stamp !== stamp);
  if (missing.length > 0) {
    const ids = missing.map(({ sub_session }) => sub_session);
    for (const row of await readAccounts(database, ids)) remembered.set(row.sub_session, unpack(row));
  }
  const found = places.flatMap(({ sub_session }) => remembered.get(sub_session) ?? []);
  for (const each of found) {
    remembered.delete(each.row.sub_session);
    remembered.set(each.row.sub_session, each);
  }
  for (const oldest of remembered.keys()) {
    if (remembered.size <= MOST) break;
    remembered.delete(oldest);
  }
  return found;
}

/** Remembers rows that were just saved. If that is taken back, their stamps differ from those that are stored. */
export function rememberRows(rows: readonly AccountRow[]): void {
  for (const row of rows) remembered.set(row.sub_session, unpack(row));
}

function unpack(row: AccountRow): RememberedRow {
  const lines = row.known === null ? null : row.known.split("\n");
  let turns: readonly StoredTurn[] | null = null;
  let known: readonly KnownTurn[] | null = null;
  const readTurns = () => (turns ??= unpackTurns(row.turns));
  const read = () => (known ??= (lines ?? []).map((line) => readKnown(line, row.session)));
  return { row, turns: readTurns, lines, known: read };
}
