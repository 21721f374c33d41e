/** Reads another program's database with the SQLite that Bun and newer versions of Node bring; it is bundled in the place of `openForeign`. */
import { createRequire } from "node:module";
import type { ForeignDatabase } from "./foreign.ts";

interface Statement {
  iterate(...values: readonly string[]): IterableIterator<unknown>;
}

/** What the databases of both have in common. */
interface Connection {
  exec(sql: string): unknown;
  prepare(query: string): Statement;
  close(): void;
}

type Opens = new (path: string, options: object) => Connection;

/** @throws An exception when the runtime has no SQLite, and when it is no database, or may not be read. */
export function openForeign(path: string): ForeignDatabase {
  const connection = open(path);
  connection.exec("PRAGMA busy_timeout = 5000");
  return {
    rows: (query, ...values) => connection.prepare(query).iterate(...values),
    close: () => connection.close(),
  };
}

function open(path: string): Connection {
  if ("bun" in process.versions) {
    const { Database } = load<{ Database: Opens }>("bun:sqlite");
    return new Database(path, { readonly: true });
  }
  const { DatabaseSync } = load<{ DatabaseSync: Opens }>("node:sqlite");
  return new DatabaseSync(path, { readOnly: true });
}

function load<Module>(name: string): Module {
  try {
    return createRequire(import.meta.url)(name) as Module;
  } catch {
    throw new Error(`Node ${process.versions.node} has no SQLite; Node 22.13, newer ones and Bun have`);
  }
}
