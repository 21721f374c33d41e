/**
 * Kysely's way to SQLite, with what this program asks of a connection.
 *
 * Write transactions take the write lock when they begin. A plain BEGIN takes it at the first write and then fails
 * with SQLITE_BUSY_SNAPSHOT while another writes (measured: 18 to 20 % of transactions).
 */
import SqliteDriver from "better-sqlite3";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  SqliteAdapter,
  SqliteDialect,
} from "kysely";
import type { Engine, EngineAdapter } from "../engine.ts";
import { KnownRows } from "./known-rows.ts";
import { sqliteEngine } from "./engine-table.ts";
import { makePrivateFile } from "./private-file.ts";
import { keepStatements } from "./statements.ts";

const BUSY_TIMEOUT_MS = 5_000;
/** A change writes the whole page: what live work changes is a row here and there, in pages far from each other. */
const PAGE_BYTES = 1_024;
/**
 * The log grows to some 64 MiB before it is written back: a page in it that changed often is written once, and so is the
 * disk's block that has several. Who reads looks for each page in all of the log, so it grows no further.
 */
const LOG_PAGES = 64_000;
/** Holds the inner pages of all indexes of a team's year; a thread that reads does with SQLite's own 2 MiB. */
const CACHE_KIB = 32_768;

/** Returns the dialect for a database file; see `openDatabase`. */
export function sqliteDialect(path: string, mode: "write" | "read"): Dialect {
  const rows = new KnownRows();
  const dialect = new SqliteDialect({ database: keepStatements(connect(path, mode), rows) });
  return {
    createAdapter: () => new SqliteEngineAdapter(sqliteEngine(rows)),
    createIntrospector: (database) => dialect.createIntrospector(database),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => immediateDriver(dialect.createDriver()),
  };
}

class SqliteEngineAdapter extends SqliteAdapter implements EngineAdapter {
  constructor(readonly engine: Engine) {
    super();
  }
}

function connect(path: string, mode: "write" | "read"): SqliteDriver.Database {
  if (mode === "write") makePrivateFile(path);
  const connection = new SqliteDriver(path, { readonly: mode === "read", timeout: BUSY_TIMEOUT_MS });
  if (mode === "write") {
    // a file that exists keeps the size that it has
    connection.pragma(`page_size = ${PAGE_BYTES}`);
    connection.pragma("journal_mode = WAL");
    connection.pragma("synchronous = NORMAL");
    // deleted rows are overwritten where it costs nothing, so that a purge finds little left of them
    connection.pragma("secure_delete = FAST");
    // pages that change again and again are written back once for many commits
    connection.pragma(`wal_autocheckpoint = ${LOG_PAGES}`);
    connection.pragma(`cache_size = ${-CACHE_KIB}`);
  }
  connection.pragma("foreign_keys = ON");
  return connection;
}

const BEGIN = CompiledQuery.raw("begin immediate");

function immediateDriver(driver: Driver): Driver {
  return new Proxy(driver, {
    get(target, property) {
      if (property === "beginTransaction") return begin;
      if (property === "rollbackTransaction")
        return (connection: DatabaseConnection) => rollback(target, connection);
      const member: unknown = Reflect.get(target, property);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

async function begin(connection: DatabaseConnection): Promise<void> {
  await connection.executeQuery(BEGIN);
}

/** A full disk has already ended the transaction: an error about that would hide the cause. */
async function rollback(driver: Driver, connection: DatabaseConnection): Promise<void> {
  try {
    await driver.rollbackTransaction(connection);
  } catch (error) {
    if (!(error instanceof Error && error.message.includes("no transaction is active"))) throw error;
  }
}
