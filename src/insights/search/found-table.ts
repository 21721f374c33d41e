/** Reads the rows that have the words, as far as they may be read. */
import type { Database } from "../../database/open.ts";
import { engineOf } from "../../database/engine.ts";
import { tables } from "../../database/table-shape.ts";
import { inWindow, type WindowFilter } from "../../database/window.ts";
import { PROMPTS } from "../../rubric/prompts/prompts-table.ts";
import { SESSION_FACTS } from "../../turns/coverage/coverage-table.ts";
import { SUMMARY_TEXTS } from "../../turns/titles/summary-texts-table.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";
import type { Instant } from "../../vocabulary/units.ts";

/** A row that was found. */
export interface FoundRow {
  id: string;
  at: Instant;
  session: SessionName;
  developer: string;
  /** What a prompt is asked for by; null for anything else, as the next. */
  promptId: string | null;
  turnIndex: number | null;
  text: string;
}

/** Returns those of the prompts that are in the window. */
export async function readFoundPrompts(
  database: Database,
  window: WindowFilter,
  ids: readonly string[],
): Promise<FoundRow[]> {
  const rows = await inWindow(tables(database, PROMPTS).selectFrom("prompts"), window, "prompts.submitted_at")
    .select(["id", "submitted_at as at", "session", "developer", "turn_index as turnIndex", "text"])
    .select(({ fn }) => fn.coalesce("given", "prompt").as("promptId"))
    .where("id", "in", engineOf(database).listOf(ids))
    .execute();
  return rows.flatMap(({ text, ...row }) => (text === null ? [] : [{ ...row, text }]));
}

/** Returns those of the summaries that were written in the window, of sessions that may be read. */
export async function readFoundSummaries(
  database: Database,
  { from, to, ...whose }: WindowFilter,
  ids: readonly string[],
): Promise<FoundRow[]> {
  const sessions = tables(database, SESSION_FACTS, SUMMARY_TEXTS).selectFrom("session_facts");
  const whenever = { ...whose, from: 0, to: Number.MAX_SAFE_INTEGER };
  const rows = await inWindow(sessions, whenever, "session_facts.started_at")
    .innerJoin("summary_texts", (join) =>
      join
        .onRef("summary_texts.organization", "=", "session_facts.organization")
        .onRef("summary_texts.session", "=", "session_facts.session"),
    )
    .select([
      "summary_texts.id",
      "summary_texts.written_at as at",
      "summary_texts.session",
      "session_facts.developer",
      "summary_texts.text",
    ])
    .where("summary_texts.written_at", ">=", from)
    .where("summary_texts.written_at", "<", to)
    .where("summary_texts.id", "in", engineOf(database).listOf(ids))
    .execute();
  return rows.map((row) => ({ ...row, promptId: null, turnIndex: null }));
}
