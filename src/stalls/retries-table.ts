/** The rows of prompts that ask for the same again. */
import type { SessionOf } from "../database/engine.ts";
import type { Database } from "../database/open.ts";
import { instant, text } from "../database/columns.ts";
import { createTable, declareTable, type RowOf, tables } from "../database/table-shape.ts";
import { inWindow, type WindowFilter } from "../database/window.ts";
import type { TableSet } from "../database/prepare.ts";
import { replaceSessionRows } from "../database/session-rows.ts";
import type { Ending, RetryPrompt } from "./retry-prompts.ts";
import type { SessionName } from "../vocabulary/held-name.ts";

const RETRY_PROMPTS = declareTable(
  "retry_prompts",
  {
    organization: text(),
    session: text<SessionName>(),
    developer: text(),
    at: instant(),
    asked_at: instant(),
    ended_at: instant(),
    ending: text<Ending>(),
  },
  {
    owner: ["session", "developer"],
    indexes: {
      retry_prompts_by_session: ["session"],
      retry_prompts_by_developer: ["organization", "developer", "at"],
      retry_prompts_by_time: ["organization", "at"],
    },
  },
);

export type RetryRow = RowOf<typeof RETRY_PROMPTS>;

export const retryTables = {
  name: "retry prompts",
  tables: [RETRY_PROMPTS],
  kept: false,
  shape: 1,
  create: createTables,
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, RETRY_PROMPTS);
}

/** One session's prompts that ask again, and whose they are. */
export interface SessionRetries extends SessionOf {
  developer: string;
  retries: readonly RetryPrompt[];
}

/** The rows of sessions' prompts that ask again. */
export function retryRows(sessions: readonly SessionRetries[]): RetryRow[] {
  return sessions.flatMap(rowsOf);
}

/**
 * Replaces the retries of sessions.
 *
 * @returns The rows that went and came.
 */
export async function saveRetries(
  database: Database,
  sessions: readonly SessionOf[],
  rows: readonly RetryRow[],
): Promise<RetryRow[]> {
  const { removed, added } = await replaceSessionRows(database, RETRY_PROMPTS, { sessions, rows });
  return [...removed, ...added];
}

function rowsOf({ organization, session, developer, retries }: SessionRetries): RetryRow[] {
  return retries.map(({ at, askedAt, endedAt, ending }) => ({
    organization,
    session,
    developer,
    at,
    asked_at: askedAt,
    ended_at: endedAt,
    ending,
  }));
}

/** A prompt that asks again, and whose it is. */
export interface OwnedRetry extends RetryPrompt {
  session: SessionName;
  developer: string;
}

/** Returns those that come in the window, by time. */
export async function readRetries(database: Database, filter: WindowFilter): Promise<OwnedRetry[]> {
  return inWindow(tables(database, RETRY_PROMPTS).selectFrom("retry_prompts"), filter, "at")
    .select(["session", "developer", "at", "asked_at as askedAt", "ended_at as endedAt", "ending"])
    .orderBy("at")
    .orderBy("session")
    .execute();
}
