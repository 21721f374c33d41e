/** Statements that are prepared once and used again: preparing costs more than most of them do. */
import type SqliteDriver from "better-sqlite3";
import {
  type CompiledQuery,
  createQueryId,
  RawNode,
  type SqliteDatabase,
  type SqliteStatement,
} from "kysely";
import { LRUCache } from "lru-cache";
import type { StoredRow } from "../engine.ts";
import { type KnownRows, NOTED } from "./known-rows.ts";
import { packed, unpacked } from "./ids/packed-ids.ts";

/** More than the program's busiest connection uses over and over. */
const KEPT = 200;
/** A longer text is a list of many rows or values, of a length that hardly comes again. */
const LONGEST_TEXT = 8_192;
/** Begins a text that is run once for each of its parameters, which are rows of values. */
export const FOR_EACH_ROW = "/* for each row */ ";
/** Pragmas that set something do so while they are prepared, so that one used again would do nothing. */
const ALTERS = /^\s*alter\b/;
const KEEPABLE = /^\s*(?:select|with|insert|update|delete|begin|commit|pragma data_version)\b/;

/** The driver's statement, and the same as it is asked. */
interface KeptStatement {
  driver: SqliteDriver.Statement;
  asked: SqliteStatement;
}

/**
 * The connection, with the statements that it used last at hand, and ids packed.
 *
 * @param rows - What is known of stored rows; statements that change some are shown to it.
 */
export function keepStatements(connection: SqliteDriver.Database, rows: KnownRows): SqliteDatabase {
  /** By text. */
  const kept = new LRUCache<string, KeptStatement>({ max: KEPT });
  return { prepare, close: () => connection.close() };

  function prepare(text: string): SqliteStatement {
    if (text.startsWith(NOTED)) return prepareNoted(text.slice(NOTED.length));
    rows.noteStatement(text);
    return prepareNoted(text);
  }

  function prepareNoted(text: string): SqliteStatement {
    return text.startsWith(FOR_EACH_ROW) ? forEachRow(keep(text.slice(FOR_EACH_ROW.length))) : keep(text);
  }

  function keep(text: string): SqliteStatement {
    if (ALTERS.test(text)) kept.clear();
    if (text.length > LONGEST_TEXT || !KEEPABLE.test(text)) return packing(connection.prepare(text));
    const known = kept.get(text);
    // one whose rows are still being read cannot begin anew
    if (known?.driver.busy === true) return packing(connection.prepare(text));
    if (known !== undefined) return known.asked;
    const driver = connection.prepare(text);
    const asked = packing(driver);
    kept.set(text, { driver, asked });
    return asked;
  }
}

/**
 * A statement that takes rows one after the other.
 *
 * One statement for several rows would put every page that it changes aside first, in case that it fails halfway.
 */
function forEachRow(statement: SqliteStatement): SqliteStatement {
  return {
    reader: statement.reader,
    all: (rows) => rows.flatMap((row) => statement.all(row as unknown[])),
    iterate: (rows) => statement.iterate(rows),
    run(rows) {
      let last: number | bigint = 0;
      for (const row of rows) last = statement.run(row as unknown[]).lastInsertRowid;
      return { changes: rows.length, lastInsertRowid: last };
    },
  };
}

/** As `CompiledQuery.raw` gives it, without freezing the values: a long list becomes slow by that. */
export function statementOf(text: string, values: unknown[]): CompiledQuery {
  return { query: RawNode.createWithSql(text), queryId: createQueryId(), sql: text, parameters: values };
}

/** Packs the values that a statement gets, and unpacks those that it gives. */
function packing(statement: SqliteDriver.Statement): SqliteStatement {
  /** Columns whose bytes are no ids. */
  let bytes: ReadonlySet<string> | undefined;
  return {
    reader: statement.reader,
    all: (values) => statement.all(values.map(packed)).map(unpackedRow),
    *iterate(values) {
      for (const row of statement.iterate(values.map(packed))) yield unpackedRow(row);
    },
    run: (values) => statement.run(values.map(packed)),
  };

  /** In place: rows are the driver's and nobody else's. */
  function unpackedRow(row: unknown): StoredRow {
    const values = row as Record<string, unknown>;
    for (const column in values)
      if (values[column] instanceof Uint8Array && !holdsBytes(column))
        values[column] = unpacked(values[column]);
    return values;
  }

  function holdsBytes(column: string): boolean {
    bytes ??= new Set(
      statement.columns().flatMap(({ name, type }) => (type?.toLowerCase() === "blob" ? [name] : [])),
    );
    return bytes.has(column);
  }
}
