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
import { type KnownRows, NOTED } from "./known-rows.ts";

/** More than the program's busiest connection uses over and over. */
const KEPT = 200;
/** A longer text is a list of many rows or values, of a length that hardly comes again. */
const LONGEST_TEXT = 8_192;
/** Begins a text that is run once for each of its parameters, which are rows of values. */
export const FOR_EACH_ROW = "/* for each row */ ";
/** Pragmas that set something do so while they are prepared, so that one used again would do nothing. */
const KEEPABLE = /^\s*(?:select|with|insert|update|delete|begin|commit|pragma data_version)\b/;

/**
 * The connection, with the statements that it used last at hand.
 *
 * @param rows - What is known of stored rows; statements that change some are shown to it.
 */
export function keepStatements(connection: SqliteDriver.Database, rows: KnownRows): SqliteDatabase {
  /** By text. */
  const kept = new LRUCache<string, SqliteDriver.Statement>({ max: KEPT });
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
    if (text.length > LONGEST_TEXT || !KEEPABLE.test(text)) return asked(connection.prepare(text));
    const known = kept.get(text);
    // one whose rows are still being read cannot begin anew
    if (known?.busy) return asked(connection.prepare(text));
    const statement = known ?? connection.prepare(text);
    if (known === undefined) kept.set(text, statement);
    return asked(statement);
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

/** The driver's types know parameters only as what they are bound to. */
function asked(statement: SqliteDriver.Statement): SqliteStatement {
  return statement as unknown as SqliteStatement;
}
