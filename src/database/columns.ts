/** What tables and columns are, in words that every database has; the values' types come with the columns. */
import type { Instant } from "../vocabulary/units.ts";

/**
 * - `instant`: milliseconds since 1970, 64 bits
 * - `count`: a whole number, 64 bits
 * - `ratio`: a floating-point number, 64 bits
 * - `text`, `json`: text, compared byte by byte
 * - `bytes`: bytes
 */
export type ColumnKind = "instant" | "count" | "ratio" | "text" | "json" | "bytes";

/** One column of a table. */
export interface Column<Value> {
  kind: ColumnKind;
  nullable: boolean;
  /** The table and column that its values are looked up in; null for none. */
  refersTo: string | null;
  /** Never set: carries the type of the values. */
  value?: Value;
}

/** The columns of a table by their names. */
export type Columns = Readonly<Record<string, Column<unknown>>>;

/** One table. */
export interface TableShape<Name extends string = string, Has extends Columns = Columns> {
  name: Name;
  columns: Has;
  /** The columns of its primary key; empty for none. */
  key: readonly string[];
  /** The rows are kept in the order of the key, where the database can. For narrow rows: an index names its rows by it. */
  clustered: boolean;
  /** Other columns that are different in each row when taken together. */
  unique: readonly (readonly string[])[];
  /**
   * The columns of each index, by its name. A session's name says who holds it: it is so selective that the organization
   * is looked up in the row.
   */
  indexes: Readonly<Record<string, readonly string[]>>;
  /** The columns that say whose a row is; empty where its rows are nobody's. A purge deletes a person's rows by them. */
  owner: readonly OwnerColumn[];
  /** The texts by whose words rows are found; null for none. */
  searched: SearchedTexts | null;
}

/** Texts of a table's rows by whose words these are found. The table's key is one column of hexadecimal ids. */
export interface SearchedTexts {
  /** The columns of the texts; a row in which all are null is not found. */
  texts: readonly string[];
  /** The column of the time by which rows are ordered. */
  at: string;
  /** The columns whose values are known with a question, so that other rows need not be looked at. */
  narrowedBy: readonly ("organization" | "developer")[];
}

/** `session` holds the name of a session, `developer` a developer's id. */
export type OwnerColumn = "session" | "developer";

export function instant(): Column<Instant> {
  return columnOf("instant");
}

export function count<Value extends number = number>(): Column<Value> {
  return columnOf("count");
}

export function ratio<Value extends number = number>(): Column<Value> {
  return columnOf("ratio");
}

export function text<Value extends string = string>(): Column<Value> {
  return columnOf("text");
}

/** Text that is JSON; the part that owns the table writes and reads it. */
export function json(): Column<string> {
  return columnOf("json");
}

export function bytes<Value extends Uint8Array = Uint8Array>(): Column<Value> {
  return columnOf("bytes");
}

/** The same column, where the value may be missing. */
export function orNull<Value>(column: Column<Value>): Column<Value | null> {
  return { ...column, nullable: true } as Column<Value | null>;
}

/**
 * Returns the same column with a foreign key.
 *
 * @param refersTo - The other table and its column, with a dot between.
 */
export function referring<Value>(column: Column<Value>, refersTo: string): Column<Value> {
  return { ...column, refersTo };
}

function columnOf<Value>(kind: ColumnKind): Column<Value> {
  return { kind, nullable: false, refersTo: null };
}
