/** Who uses a database of PostgreSQL's: servers together, a command that needs it for itself without anybody. */
import { sql } from "kysely";
import type { Database } from "../engine.ts";

/** "scoring" and "served", as PostgreSQL names an advisory lock: by two numbers. */
const LOCK = sql`1935896434, 1936028274`;

/** How a session holds the database. */
export type Holding = "with_others" | "exclusively";

/**
 * Tries to take the database; whoever has it keeps it until its session ends.
 *
 * @param session - One connection, which stays open as long as it is held.
 */
export async function takeDatabase(session: Database, holding: Holding): Promise<boolean> {
  const take = sql.raw(holding === "exclusively" ? "pg_try_advisory_lock" : "pg_try_advisory_lock_shared");
  const { rows } = await sql<{ taken: boolean }>`select ${take}(${LOCK}) as taken`.execute(session);
  return rows[0]?.taken === true;
}

/** Gives the database back. */
export async function releaseDatabase(session: Database, holding: Holding): Promise<void> {
  const release = sql.raw(holding === "exclusively" ? "pg_advisory_unlock" : "pg_advisory_unlock_shared");
  await sql`select ${release}(${LOCK})`.execute(session);
}

/** Waits, in a transaction, until no command has the database for itself. */
export async function awaitCommands(transaction: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${LOCK})`.execute(transaction);
}

/**
 * Shows the database that the session is still wanted.
 *
 * @throws When the session was lost.
 */
export async function keepSession(session: Database): Promise<void> {
  await sql`select 1`.execute(session);
}

/** A session that holds the database. */
export interface DatabaseHolder {
  /** What it calls itself, such as "scoring engine east-1". */
  name: string;
  /** Where it comes from; null for the database's own machine. */
  address: string | null;
  holding: Holding;
}

/** Returns the other sessions that hold the database. */
export async function readHolders(session: Database): Promise<DatabaseHolder[]> {
  const { rows } = await sql<{ name: string; address: string | null; mode: string }>`
    select application_name as name, host(client_addr) as address, mode
    from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and granted and (classid::bigint, objid::bigint) = (${LOCK})
      and pg_locks.database = (select oid from pg_database where datname = current_database())
      and pid <> pg_backend_pid()
    order by name`.execute(session);
  return rows.map(({ name, address, mode }) => {
    return { name, address, holding: mode === "ShareLock" ? "with_others" : "exclusively" };
  });
}
