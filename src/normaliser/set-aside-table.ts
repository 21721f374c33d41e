/** Sessions that are not measured, because that failed or the program died of it: until another version or a rescore tries again. */
import type { Database } from "../database/open.ts";
import { instant, text } from "../database/columns.ts";
import { createTable, declareTable, tables } from "../database/table-shape.ts";
import type { TableSet } from "../database/prepare.ts";
import { rowChunks } from "../database/row-chunks.ts";
import type { Instant } from "../vocabulary/units.ts";
import { markDirty } from "./dirty-table.ts";
import type { SessionName } from "../vocabulary/held-name.ts";

/** A session that was set aside. */
export interface SetAsideSession {
  organization: string;
  session: SessionName;
  reason: string;
  /** The version of the program that set it aside. */
  version: string;
  at: Instant;
}

export const SET_ASIDE_SESSIONS = declareTable(
  "set_aside_sessions",
  {
    organization: text(),
    session: text<SessionName>(),
    reason: text(),
    /** The version of the program that died of it. */
    version: text(),
    at: instant(),
  },
  { owner: ["session"], key: ["organization", "session"] },
);

export const setAsideTables = {
  name: "set_aside",
  tables: [SET_ASIDE_SESSIONS],
  kept: false,
  shape: 1,
  create: createTables,
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, SET_ASIDE_SESSIONS);
}

/** Sets sessions aside; those that are it already stay as they are. */
export async function setSessionsAside(
  database: Database,
  sessions: readonly SetAsideSession[],
): Promise<void> {
  for (const chunk of rowChunks(sessions)) {
    await tables(database, SET_ASIDE_SESSIONS)
      .insertInto("set_aside_sessions")
      .values(chunk)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Returns every session that is set aside. */
export async function selectSetAside(database: Database): Promise<SetAsideSession[]> {
  return tables(database, SET_ASIDE_SESSIONS)
    .selectFrom("set_aside_sessions")
    .selectAll()
    .orderBy("organization")
    .orderBy("session")
    .execute();
}

/** Returns how many sessions are set aside, by reason and by the version that did it. */
export async function readSessionsAside(
  database: Database,
): Promise<{ reason: string; version: string; count: number }[]> {
  return tables(database, SET_ASIDE_SESSIONS)
    .selectFrom("set_aside_sessions")
    .select(({ fn }) => ["reason", "version", fn.countAll<number>().as("count")])
    .groupBy(["reason", "version"])
    .orderBy("reason")
    .execute();
}

/** Lets sessions be measured again. */
export async function forgetSetAside(
  database: Database,
  organization: string,
  sessions: readonly SessionName[],
): Promise<void> {
  for (const chunk of rowChunks(sessions)) {
    await tables(database, SET_ASIDE_SESSIONS)
      .deleteFrom("set_aside_sessions")
      .where("organization", "=", organization)
      .where("session", "in", chunk)
      .execute();
  }
}

/** Lets sessions that another version has set aside be tried by this one. */
export async function retrySetAside(transaction: Database, version: string): Promise<void> {
  const others = (await selectSetAside(transaction)).filter((session) => session.version !== version);
  for (const { organization, session } of others) {
    await forgetSetAside(transaction, organization, [session]);
    await markDirty(transaction, [{ organization, session, sequence: 0 }]);
  }
}
