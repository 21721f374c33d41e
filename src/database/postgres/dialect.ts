/**
 * Kysely's way to PostgreSQL, with what this program asks of a connection.
 *
 * SQLite lets one transaction write at a time. Here those of engines may write at once, because each organization is one
 * engine's; all others, such as commands and migrations, write while nobody else does.
 */
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresDialect,
} from "kysely";
import type { Durability, Engine, EngineAdapter } from "../engine.ts";
import { commit } from "./commit.ts";
import { OneConnection } from "./connection.ts";
import { postgresEngine } from "./engine-table.ts";
import type { ServerPlace } from "./server-address.ts";

/** `engine` writes next to other engines; `write` while no other transaction writes. */
export type PostgresMode = "read" | "write" | "engine";

/** Returns the dialect for a database of a server; see `openServerDatabase`. */
export function postgresDialect(place: ServerPlace, mode: PostgresMode): Dialect {
  const connection = new OneConnection(place, mode === "read" ? "read" : "write");
  const writing: Writing = { node: place.node, mode, durability: "full" };
  const engine: Engine = {
    ...postgresEngine,
    async setDurability(_, durability) {
      writing.durability = durability; // goes with the next statement, which begins the transaction
    },
    onChange: (callback) => connection.listen(callback),
  };
  const dialect = new PostgresDialect({ pool: connection as never });
  return {
    createAdapter: () => new PostgresEngineAdapter(engine),
    createIntrospector: (database) => dialect.createIntrospector(database),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => driverFor(dialect.createDriver(), connection, writing),
  };
}

class PostgresEngineAdapter extends PostgresAdapter implements EngineAdapter {
  constructor(readonly engine: Engine) {
    super();
  }
}

/** What the next transaction is like. */
interface Writing {
  node: string;
  mode: PostgresMode;
  durability: Durability;
}

/** Any number, the same in every version. */
const WRITERS_LOCK = 5_107_264_001;

function driverFor(driver: Driver, pool: OneConnection, writing: Writing): Driver {
  const { mode, node } = writing;
  const ways: Partial<Driver> = {
    beginTransaction: (connection) => begin(driver, connection, writing),
    commitTransaction: (connection) => commit(connection, pool, { node, isSettled: mode === "write" }),
    rollbackTransaction: (connection) => rollback(driver, connection),
  };
  return new Proxy(driver, {
    get(target, property) {
      const way = ways[property as keyof Driver];
      if (way !== undefined) return way;
      const member: unknown = Reflect.get(target, property);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

/** A lock that was not got in time leaves a transaction that has failed. */
async function begin(driver: Driver, connection: DatabaseConnection, writing: Writing): Promise<void> {
  try {
    await connection.executeQuery(CompiledQuery.raw(beginning(writing)));
  } catch (error) {
    await rollback(driver, connection);
    throw error;
  }
}

/** One way to the server and back for all of it. */
function beginning({ mode, durability }: Writing): string {
  const lock = mode === "engine" ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock";
  return [
    "begin isolation level read committed",
    `set local synchronous_commit to ${durability === "full" ? "on" : "off"}`,
    `select ${lock}(${WRITERS_LOCK})`,
  ].join("; ");
}

/** A lost connection has ended the transaction: an error about that would hide the cause. */
async function rollback(driver: Driver, connection: DatabaseConnection): Promise<void> {
  await driver.rollbackTransaction(connection).catch(() => {});
}
