/** Sessions that are not measured, because the program died of it: until another version or a rescore tries again. */
import { type Database, tables } from "../database/open.ts";
import type { TableSet } from "../database/prepare.ts";
import { rowChunks } from "../database/row-chunks.ts";
import type { Milliseconds } from "../vocabulary/units.ts";
import { markDirty } from "./dirty-table.ts";

/** A session that was set aside. */
export interface SetAsideSession {
  organization: string;
  session: string;
  reason: string;
  /** The version of the program that died of it. */
  version: string;
  at: Milliseconds;
}

interface SetAsideTables {
  set_aside_sessions: SetAsideSession;
}

export const setAsideTables: TableSet = {
  name: "set_aside",
  tables: ["set_aside_sessions"],
  kept: false,
  migrations: [createTables],
};

async function createTables(database: Database): Promise<void> {
  await tables<SetAsideTables>(database)
    .schema.createTable("set_aside_sessions")
    .addColumn("organization", "text", (column) => column.notNull())
    .addColumn("session", "text", (column) => column.notNull())
    .addColumn("reason", "text", (column) => column.notNull())
    .addColumn("version", "text", (column) => column.notNull())
    .addColumn("at", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("set_aside_sessions_key", ["organization", "session"])
    .execute();
}

/** Sets sessions aside; those that are it already stay as they are. */
export async function setSessionsAside(
  database: Database,
  sessions: readonly SetAsideSession[],
): Promise<void> {
  for (const some of rowChunks(sessions)) {
    await tables<SetAsideTables>(database)
      .insertInto("set_aside_sessions")
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Gives: every session that is set aside. */
export async function selectSetAside(database: Database): Promise<SetAsideSession[]> {
  return tables<SetAsideTables>(database)
    .selectFrom("set_aside_sessions")
    .selectAll()
    .orderBy("organization")
    .orderBy("session")
    .execute();
}

/** Gives: how many sessions are set aside. */
export async function countSetAside(database: Database): Promise<number> {
  const row = await tables<SetAsideTables>(database)
    .selectFrom("set_aside_sessions")
    .select(({ fn }) => fn.countAll<number>().as("sessions"))
    .executeTakeFirstOrThrow();
  return row.sessions;
}

/** Lets sessions be measured again. */
export async function forgetSetAside(
  database: Database,
  organization: string,
  sessions: readonly string[],
): Promise<void> {
  for (const some of rowChunks(sessions)) {
    await tables<SetAsideTables>(database)
      .deleteFrom("set_aside_sessions")
      .where("organization", "=", organization)
      .where("session", "in", some)
      .execute();
  }
}

/** Lets sessions that another version died of be tried by this one. */
export async function retrySetAside(transaction: Database, version: string): Promise<void> {
  const others = (await selectSetAside(transaction)).filter((one) => one.version !== version);
  for (const { organization, session } of others) {
    await forgetSetAside(transaction, organization, [session]);
    await markDirty(transaction, [{ organization, session, sequence: 0 }]);
  }
}
