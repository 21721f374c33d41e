/**
 * Who uses a database of PostgreSQL's: servers together, a command that needs it for itself without anybody, and a
 * backup next to both.
 */
import { sql } from "kysely";
import type { Database } from "../engine.ts";

/** "scoring" and "served", as PostgreSQL names an advisory lock: by two numbers. */
const SERVED = sql`1935896434, 1936028274`;
/** The same of "scoring" and "backup". */
const BACKED_UP = sql`1935896434, 1650549611`;

/** How a session holds the database; `for_backup`: it reads files, of which none is to be deleted. */
export type Holding = "with_others" | "exclusively" | "for_backup";

const isShared = (holding: Holding) => (holding === "with_others" ? "_shared" : "");
const lockOf = (holding: Holding) => (holding === "for_backup" ? BACKED_UP : SERVED);

/**
 * Tries to take the database; whoever has it keeps it until its session ends.
 *
 * @param session - One connection, which stays open as long as it is held.
 */
export async function takeDatabase(session: Database, holding: Holding): Promise<boolean> {
  const take = sql.raw(`pg_try_advisory_lock${isShared(holding)}`);
  const { rows } = await sql<{ taken: boolean }>`select ${take}(${lockOf(holding)}) as taken`.execute(
    session,
  );
  return rows[0]?.taken === true;
}

/** Gives the database back. */
export async function releaseDatabase(session: Database, holding: Holding): Promise<void> {
  const release = sql.raw(`pg_advisory_unlock${isShared(holding)}`);
  await sql`select ${release}(${lockOf(holding)})`.execute(session);
}

/** Waits until no command has the database for itself. Not in a transaction: commands wait for those of engines. */
export async function awaitCommands(session: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${SERVED})`.execute(session);
}

/** Keeps commands from taking the database until the transaction is over; false where one has it. */
export async function keepCommandsOut(transaction: Database): Promise<boolean> {
  const { rows } = await sql<{
    out: boolean;
  }>`select pg_try_advisory_xact_lock_shared(${SERVED}) as out`.execute(transaction);
  return rows[0]?.out === true;
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

/** Returns the other sessions that hold the database, or those that back it up. */
export async function readHolders(
  session: Database,
  wanted: "use" | "backup" = "use",
): Promise<DatabaseHolder[]> {
  const lock = wanted === "use" ? SERVED : BACKED_UP;
  const { rows } = await sql<{ name: string; address: string | null; mode: string }>`
    select application_name as name, host(client_addr) as address, mode
    from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and granted and (classid::bigint, objid::bigint) = (${lock})
      and pg_locks.database = (select oid from pg_database where datname = current_database())
      and pid <> pg_backend_pid()
    order by name`.execute(session);
  return rows.map(({ name, address, mode }) => {
    const alone = wanted === "use" ? "exclusively" : "for_backup";
    return { name, address, holding: mode === "ShareLock" ? "with_others" : alone };
  });
}
