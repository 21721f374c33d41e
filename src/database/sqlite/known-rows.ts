/**
 * Which rows of sessions are stored, as this connection wrote or read them last: comparing what is stored with what
 * is to be stored then reads nothing.
 */
import { LRUCache } from "lru-cache";
import type { Findings, SessionOf, StoredRow } from "../engine.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";

/** By the hash of what a row says the places of the rows that say it. */
export type Places = Map<bigint, number[]>;

/** One session's rows in one table. */
export interface KnownRowsOf {
  /** The columns that were compared. */
  columns: string;
  places: Places;
}

/** A row that became another one. */
export interface ChangedRow {
  place: number;
  before: StoredRow;
  after: StoredRow;
}

const MOST_FINDINGS = 10_000;
/** In each of some 25 tables: the rows of some three hundred sessions, or 10,000 sessions without a row; some 4 MB. */
const MOST_ROWS = 30_000;
/** A session that is known to have no rows takes as much memory as so many. */
const ROWS_OF_A_SESSION = 3;
/** Begins the text of statements whose changes are noted here by whoever makes them. */
export const NOTED = "/* noted */ ";
const WRITES =
  /^\s*(?:insert\s+(?:or\s+\w+\s+)?into|update|delete\s+from|drop\s+table(?:\s+if\s+exists)?|alter\s+table)\s+"?(\w+)/i;
const ROLLS_BACK = /^\s*rollback\b/i;

/** One connection's knowledge. Whatever else changes a table makes it forget that table. */
export class KnownRows {
  private readonly tables = new Map<string, LRUCache<string, KnownRowsOf>>();
  /** What was found out from tables, by their names. */
  private readonly findings = new Map<string, { tables: readonly string[]; found: Findings }>();
  private mark: number | null = null;

  /** Forgets everything where another connection has changed the database since. */
  lookAt(mark: number): void {
    if (mark !== this.mark) this.forgetAll();
    this.mark = mark;
  }

  /** Returns what was found out from these tables since one of them changed. */
  foundIn(tables: readonly string[]): Findings {
    const name = tables.join();
    const known = this.findings.get(name) ?? {
      tables,
      found: new LRUCache<string, object>({ max: MOST_FINDINGS }),
    };
    this.findings.set(name, known);
    return known.found;
  }

  private forgetAll(): void {
    this.tables.clear();
    this.findings.clear();
  }

  get(table: string, session: SessionOf): KnownRowsOf | undefined {
    return this.tables.get(table)?.get(nameOf(session));
  }

  set(table: string, session: SessionOf, rows: KnownRowsOf): void {
    const known = this.tables.get(table) ?? new LRUCache({ maxSize: MOST_ROWS, sizeCalculation: sizeOf });
    known.set(nameOf(session), rows);
    this.tables.set(table, known);
  }

  /** Notes that a row became another one of the same session. */
  change(table: string, { place, before, after }: ChangedRow): void {
    const session = {
      organization: String(before["organization"]),
      session: String(before["session"]) as SessionName,
    };
    const known = this.get(table, session);
    if (known === undefined) return;
    const columns = known.columns.split(",");
    const [was, is] = [hashOfColumns(before, columns), hashOfColumns(after, columns)];
    const others = known.places.get(was)?.filter((other) => other !== place) ?? [];
    if (others.length === 0) known.places.delete(was);
    else known.places.set(was, others);
    addPlace(known.places, is, place);
  }

  /** Takes the text of any other statement that is about to run. */
  noteStatement(text: string): void {
    if (this.tables.size + this.findings.size === 0) return;
    const table = WRITES.exec(text)?.[1];
    if (table !== undefined) this.forget(table);
    else if (ROLLS_BACK.test(text)) this.forgetAll();
  }

  private forget(table: string): void {
    this.tables.delete(table);
    for (const [name, { tables }] of this.findings) if (tables.includes(table)) this.findings.delete(name);
  }
}

/** The hash of what a row says in some columns. */
export function hashOfColumns(row: StoredRow, columns: readonly string[]): bigint {
  return BigInt(Bun.hash(JSON.stringify(columns.map((column) => row[column]))));
}

export function addPlace(places: Places, hash: bigint, place: number): void {
  const same = places.get(hash);
  if (same === undefined) places.set(hash, [place]);
  else same.push(place);
}

function nameOf({ organization, session }: SessionOf): string {
  return `${organization} ${session}`;
}

function sizeOf({ places }: KnownRowsOf): number {
  return places.size + ROWS_OF_A_SESSION;
}
