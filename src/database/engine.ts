/** What each database does in its own way, behind one interface; everything else is Kysely's. */
import type { DialectAdapter, Kysely, RawBuilder } from "kysely";
import { StoreUnavailable } from "../objects/object-store.ts";
import type { Instant, Milliseconds } from "../vocabulary/units.ts";
import type { ColumnKind, TableShape } from "./columns.ts";
import type { SessionName } from "../vocabulary/held-name.ts";
import { LeaseLost } from "./leases/lease-lost.ts";

/** A connection that names no table; `tables` gives a step the view of those that it works with. */
export type Database = Kysely<never>;

/** `full` is on disk when it returns; `normal` may be lost with the power, and is for work that can be repeated. */
export type Durability = "full" | "normal";

/** A session of an organization. */
export interface SessionOf {
  organization: string;
  session: SessionName;
}

/** What replaces the rows of sessions. */
export interface NextRows<Row = StoredRow> {
  sessions: readonly SessionOf[];
  rows: readonly Row[];
}

/** A row as a database gives it. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** The rows that went and came. */
export interface ChangedRows<Row = StoredRow> {
  removed: Row[];
  added: Row[];
}

/** Which rows are changed, by their session and as many more columns as say which; and what some columns become. */
export interface RowChange<Row = StoredRow> {
  where: Row;
  set: Row;
}

/** Which rows are looked for by words, and how many at once. */
export interface WordsAsked {
  organization: string;
  /** null for everybody's. */
  developers: readonly string[] | null;
  /** Letters and digits only. A row has all of them… */
  words: readonly string[];
  /** …and a word that begins with this; null for none. */
  beginning: string | null;
  /** About the first time that is wanted, a second more or less… */
  from: Instant;
  /** …and the last. */
  to: Instant;
  /** The newest place that is wanted; see `placeOf`. */
  upTo: number;
  limit: number;
}

/** What was found out, by what names it. */
export interface Findings {
  get(name: string): object | undefined;
  set(name: string, found: object): unknown;
}

/** A row that has the words. */
export interface FoundByWords {
  id: string;
  place: number;
}

/** Which rows of a table are read. */
export interface PagesAsked {
  /** The place of the last row that is known; null to begin. */
  after: string | null;
  /** How many rows a page has. */
  rows: number;
}

/** Some rows of a table, and the place of the last one. */
export interface RowPage {
  rows: StoredRow[];
  place: string;
}

/**
 * What became of a step: somebody was in the way and nothing was done, or where to go on, or all is overwritten, or
 * nothing can be in such a file.
 */
export type Scrubbed =
  | { kind: "held" }
  | { kind: "more"; next: number }
  | { kind: "done" }
  | { kind: "unsupported"; reason: string };

/**
 * What a failure of the database means: values that a table does not take, which is the fault of whoever has them; a
 * damaged file; a full disk; a disk that cannot be written; or anything else, such as a lost connection.
 */
export type DatabaseFailure = "bad_values" | "damaged" | "full" | "read_only" | "unavailable";

/** Each kind of database has one, and a dialect of Kysely whose adapter carries it. */
export interface Engine {
  /** Whether several of the program's engines may work on the database at once, each for some organizations. */
  isShared: boolean;
  /** Its own words for what columns hold. */
  columnTypes: Readonly<Record<ColumnKind, string>>;
  /** Ends the text that makes a table whose rows are kept in the order of its key; empty where that cannot be. */
  clustered: RawBuilder<unknown>;
  /** Sets how sure the connection's next commits must be. */
  setDurability(connection: Database, durability: Durability): Promise<void>;
  /**
   * Says what a failure means.
   *
   * @param error - What was thrown, or the text of it.
   * @returns Null when it is no failure of the database's, or its text does not show which.
   */
  classify(error: unknown): DatabaseFailure | null;
  /** Begins to read everything as of one moment, until a commit. */
  beginReading(connection: Database): Promise<void>;
  /** Texts as one parameter, so that their number does not change the statement; is to the right of `in`. */
  listOf<Text extends string>(texts: readonly Text[]): RawBuilder<Text>;
  /** The text in a column, for SQL to look into: ids, and whatever looks like one, may be kept in another way. */
  textOf(column: RawBuilder<unknown>): RawBuilder<string>;
  /**
   * The id in a column's names.
   *
   * @param first - The position of its first character in a name.
   */
  idInName<Id extends string>(column: RawBuilder<unknown>, first: number): RawBuilder<Id>;
  /** See `replaceSessionRows`. */
  replaceSessionRows(database: Database, table: TableShape, next: NextRows): Promise<ChangedRows>;
  /** See `changeSessionRows`. */
  changeSessionRows(
    database: Database,
    table: TableShape,
    changes: readonly RowChange[],
  ): Promise<StoredRow[]>;
  /**
   * Returns what was found out from tables since the last write to one of them.
   *
   * @param transaction - Its own writes count too: what is put there after one is not kept.
   * @param shapes - None of which rows of sessions are replaced or changed.
   */
  foundIn(transaction: Database, shapes: readonly TableShape[]): Promise<Findings>;
  /** Makes what finds the table's rows by their words, with the rows that there are. Whatever changes rows keeps it. */
  createWordIndex(database: Database, table: TableShape): Promise<void>;
  /** Throws that away. */
  dropWordIndex(database: Database, table: TableShape): Promise<void>;
  /** See `findByWords`. */
  findByWords(database: Database, table: TableShape, asked: WordsAsked): Promise<FoundByWords[]>;
  /**
   * Writes indexes of words anew without what they still hold of deleted rows, one short step at a time.
   *
   * @param step - Which step it is: what is deleted after the first may be left.
   */
  packWords(database: Database, step: "first" | "next"): Promise<"more" | "done">;
  /**
   * Has the database refuse, from now on, to change the table's rows, and to remove one.
   *
   * @param removed - The rows of an organization may go up to the number that this table has for it.
   */
  refuseChanges(database: Database, table: TableShape, removed: TableShape): Promise<void>;
  /**
   * Reads all rows of a table, a page at a time.
   *
   * @param database - It is read as of one moment, or nobody writes to it. Only SQLite goes on behind a place.
   */
  pagesOf(database: Database, table: TableShape, asked: PagesAsked): AsyncIterable<RowPage>;
  /** Informs the database how selective the columns of indexes are, where it needs that. */
  saveEstimates(transaction: Database): Promise<void>;
  /**
   * Calls back soon after another process has changed the database durably, or may have; does nothing where one process
   * has the database to itself.
   *
   * @returns What ends it.
   */
  onChange(callback: () => void): Promise<() => void>;
  /** Returns a number that is another one once another connection has changed the database. */
  readChangeMark(database: Database): Promise<number>;
  /** Has what the work deletes overwritten on the disk, as far as the database can. */
  erasing<Value>(database: Database, work: () => Promise<Value>): Promise<Value>;
  /**
   * Overwrites what is left of deleted rows where nothing is kept now, one short step at a time, while others
   * read and write. PostgreSQL's tables are vacuumed one by one: its files keep the bytes until it uses the room again.
   *
   * @param from - Where to go on, 0 to begin.
   * @param elapsed - Returns the time since any moment; the machine's own when it is left out.
   */
  scrub(database: Database, from: number, elapsed?: () => Milliseconds): Promise<Scrubbed>;
  /**
   * Gives the room of deleted rows back, and leaves nothing of them; PostgreSQL's file keeps their bytes for a while.
   *
   * @param database - No other process works on the database.
   */
  compact(database: Database): Promise<void>;
}

/** An adapter of Kysely's that carries the engine to wherever the connection is used. */
export interface EngineAdapter extends DialectAdapter {
  readonly engine: Engine;
}

/** The engine of a connection, of a transaction too. */
export function engineOf(database: Kysely<never>): Engine {
  const { adapter } = database.getExecutor();
  if (!("engine" in adapter)) throw new Error("BUG: a database that was opened without its engine");
  return (adapter as EngineAdapter).engine;
}

/** As the operating system names failures: ENOSPC. */
const OF_THE_SYSTEM = /^E[A-Z0-9]+$/;

/** Returns whether the work would succeed on something else: then this is set aside, and the rest goes on. */
export function isFaultOfTheWork(database: Database, error: unknown): boolean {
  if (!(error instanceof Error)) return true;
  if (error instanceof LeaseLost || error instanceof StoreUnavailable) return false;
  const failure = engineOf(database).classify(error);
  if (failure !== null) return failure === "bad_values";
  if ("code" in error && OF_THE_SYSTEM.test(String(error.code))) return false;
  return error.cause === undefined || isFaultOfTheWork(database, error.cause);
}
