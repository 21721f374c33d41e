/** What the judge model wrote about sessions. It is kept, because asking again costs money and gives another text. */
import { instant, text } from "../../database/columns.ts";
import type { Database } from "../../database/open.ts";
import type { TableSet } from "../../database/prepare.ts";
import { rowChunks } from "../../database/row-chunks.ts";
import { createTable, declareTable, type RowOf, tables } from "../../database/table-shape.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";

/** A session's title and summary, as it was when they were written. */
export const SESSION_SUMMARIES = declareTable(
  "session_summaries",
  {
    organization: text(),
    session: text<SessionName>(),
    /** Computed from its sub-sessions and turns; when it changes, a new summary is needed. */
    state: text(),
    title: text(),
    summary: text(),
    model: text(),
    written_at: instant(),
  },
  { owner: ["session"], key: ["organization", "session"] },
);

export type SummaryRow = RowOf<typeof SESSION_SUMMARIES>;

/** Titles of the sub-sessions of such sessions. */
export const SUB_SESSION_TITLES = declareTable(
  "sub_session_titles",
  { sub_session: text(), organization: text(), session: text<SessionName>(), title: text() },
  {
    owner: ["session"],
    key: ["sub_session"],
    indexes: { sub_session_titles_by_session: ["session"] },
  },
);

export type SubSessionTitleRow = RowOf<typeof SUB_SESSION_TITLES>;

export const titleTables = {
  name: "titles",
  tables: [SESSION_SUMMARIES, SUB_SESSION_TITLES],
  kept: true,
  migrations: [createTables],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  for (const shape of [SESSION_SUMMARIES, SUB_SESSION_TITLES]) await createTable(database, shape);
}

/** Saves what was written about a session and replaces what was there. */
export async function saveSummary(
  transaction: Database,
  summary: SummaryRow,
  titles: readonly SubSessionTitleRow[],
): Promise<void> {
  const view = tables(transaction, SESSION_SUMMARIES, SUB_SESSION_TITLES);
  for (const table of ["session_summaries", "sub_session_titles"] as const)
    await view
      .deleteFrom(table)
      .where("organization", "=", summary.organization)
      .where("session", "=", summary.session)
      .execute();
  await view.insertInto("session_summaries").values(summary).execute();
  for (const chunk of rowChunks(titles)) await view.insertInto("sub_session_titles").values(chunk).execute();
}

/** Returns the titles that were written of a session's sub-sessions. */
export async function readSubTitles(
  database: Database,
  { organization, session }: Pick<SummaryRow, "organization" | "session">,
): Promise<string[]> {
  const rows = await tables(database, SUB_SESSION_TITLES)
    .selectFrom("sub_session_titles")
    .select("title")
    .where("organization", "=", organization)
    .where("session", "=", session)
    .orderBy("sub_session")
    .execute();
  return rows.map(({ title }) => title);
}

/** Returns null where nothing was written of the session. */
export async function readSummary(
  database: Database,
  organization: string,
  session: SessionName,
): Promise<SummaryRow | null> {
  const row = await tables(database, SESSION_SUMMARIES)
    .selectFrom("session_summaries")
    .selectAll()
    .where("organization", "=", organization)
    .where("session", "=", session)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the titles of those of the sessions that have one. */
export async function readSessionTitles(
  database: Database,
  organization: string,
  sessions: readonly SessionName[],
): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  for (const chunk of rowChunks(sessions)) {
    const rows = await tables(database, SESSION_SUMMARIES)
      .selectFrom("session_summaries")
      .select(["session", "title"])
      .where("organization", "=", organization)
      .where("session", "in", chunk)
      .execute();
    for (const { session, title } of rows) titles.set(session, title);
  }
  return titles;
}

/** Returns the titles of those of the sub-sessions that have one. */
export async function readSubSessionTitles(
  database: Database,
  subSessions: readonly string[],
): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  for (const chunk of rowChunks(subSessions)) {
    const rows = await tables(database, SUB_SESSION_TITLES)
      .selectFrom("sub_session_titles")
      .select(["sub_session", "title"])
      .where("sub_session", "in", chunk)
      .execute();
    for (const { sub_session, title } of rows) titles.set(sub_session, title);
  }
  return titles;
}
