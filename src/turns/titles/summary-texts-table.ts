/** The texts of sessions' titles and summaries, by whose words sessions are found. */
import { instant, text } from "../../database/columns.ts";
import type { Database } from "../../database/open.ts";
import type { TableSet } from "../../database/prepare.ts";
import { createTable, declareTable, tables } from "../../database/table-shape.ts";
import { timedId } from "../../vocabulary/hash.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";
import { readSubTitles, SESSION_SUMMARIES, type SummaryRow } from "./titles-table.ts";

/** One row for each session that has a summary. */
export const SUMMARY_TEXTS = declareTable(
  "summary_texts",
  {
    id: text(),
    organization: text(),
    session: text<SessionName>(),
    written_at: instant(),
    /** The title, the summary, and the titles of sub-sessions, one on a line. */
    text: text(),
  },
  {
    owner: ["session"],
    key: ["id"],
    indexes: {
      summary_texts_by_session: ["session"],
      summary_texts_by_written_at_id: ["organization", "written_at", "id"],
    },
    searched: { texts: ["text"], at: "written_at", narrowedBy: ["organization"] },
  },
);

export const summaryTextTables = {
  name: "summary_texts",
  tables: [SUMMARY_TEXTS],
  kept: true,
  shape: 1,
  create: createWithTexts,
} satisfies TableSet;

async function createWithTexts(database: Database): Promise<void> {
  await createTable(database, SUMMARY_TEXTS);
  const summaries = await tables(database, SESSION_SUMMARIES)
    .selectFrom("session_summaries")
    .selectAll()
    .execute();
  for (const summary of summaries)
    await saveSummaryText(database, summary, await readSubTitles(database, summary));
}

/** Saves the text of a session's summary and replaces the one that it had. */
export async function saveSummaryText(
  transaction: Database,
  { organization, session, written_at, title, summary }: SummaryRow,
  subTitles: readonly string[],
): Promise<void> {
  const view = tables(transaction, SUMMARY_TEXTS);
  await view
    .deleteFrom("summary_texts")
    .where("organization", "=", organization)
    .where("session", "=", session)
    .execute();
  const id = timedId(written_at, "summary", organization, session);
  const said = [title, summary, ...subTitles].join("\n");
  await view
    .insertInto("summary_texts")
    .values({ id, organization, session, written_at, text: said })
    .execute();
}
