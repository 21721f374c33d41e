/** Statements that are prepared once and used again: preparing costs more than most of them do. */
import type SqliteDriver from "better-sqlite3";
import type { SqliteDatabase, SqliteStatement } from "kysely";

/** More than the program's busiest connection uses over and over. */
const KEPT = 200;
/** A longer text is a list of many rows or values, of a length that hardly comes again. */
const LONGEST_TEXT = 8_192;
/** Pragmas take effect while they are prepared, so that one used again would do nothing. */
const KEEPABLE = /^\s*(?:select|with|insert|update|delete|begin|commit)\b/;

/** The connection, with the statements that it used last at hand. */
export function keepStatements(connection: SqliteDriver.Database): SqliteDatabase {
  /** By text, the one used least recently first. */
  const kept = new Map<string, SqliteDriver.Statement>();
  return { prepare, close: () => connection.close() };

  function prepare(text: string): SqliteStatement {
    if (text.length > LONGEST_TEXT || !KEEPABLE.test(text)) return asked(connection.prepare(text));
    const known = kept.get(text);
    // one whose rows are still being read cannot begin anew
    if (known?.busy) return asked(connection.prepare(text));
    const statement = known ?? connection.prepare(text);
    kept.delete(text);
    kept.set(text, statement);
    if (kept.size > KEPT) kept.delete(kept.keys().next().value ?? "");
    return asked(statement);
  }
}

/** The driver's types know parameters only as what they are bound to. */
function asked(statement: SqliteDriver.Statement): SqliteStatement {
  return statement as unknown as SqliteStatement;
}
