/**
 * Reads the rows that have the words, as far as they may be read.
 *
 * Ids are looked up before all else: by another index the whole time of a developer would be read.
 */
import { ANSWER_TEXTS } from "../../catalogue/answer-texts-table.ts";
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
  /** What the prompt is asked for by to which the text belongs; null where it belongs to none, as the next. */
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
  const prompts = tables(database, PROMPTS).with(
    (name) => name("found").materialized(),
    (all) =>
      all
        .selectFrom("prompts")
        .select(["id", "organization", "session", "developer"])
        .select(["submitted_at as at", "turn_index as turnIndex", "text"])
        .select(({ fn }) => fn.coalesce("given", "prompt").as("promptId"))
        .where("id", "in", engineOf(database).listOf(ids)),
  );
  const rows = await inWindow(prompts.selectFrom("found"), window, "found.at")
    .select(["id", "at", "session", "developer", "promptId", "turnIndex", "text"])
    .orderBy("at")
    .orderBy("id")
    .execute();
  return rows.flatMap(({ text, ...row }) => (text === null ? [] : [{ ...row, text }]));
}

/** Returns those of the answers that were given in the window, each with the prompt that its sender names. */
export async function readFoundAnswers(
  database: Database,
  window: WindowFilter,
  ids: readonly string[],
): Promise<FoundRow[]> {
  const answers = tables(database, ANSWER_TEXTS).with(
    (name) => name("found").materialized(),
    (all) =>
      all
        .selectFrom("answer_texts")
        .select(["id", "organization", "session", "developer"])
        .select(["answered_at as at", "prompt as promptId", "text"])
        .where("id", "in", engineOf(database).listOf(ids))
        .where("developer", "!=", ""),
  );
  const rows = await inWindow(answers.selectFrom("found"), window, "found.at")
    .select(["id", "at", "session", "developer", "promptId", "text"])
    .orderBy("at")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ ...row, turnIndex: null }));
}

/** Returns the prompt to which an answer was given: the one that it names, else the last one before it. */
export async function readAnswered(
  database: Database,
  organization: string,
  { session, at, promptId }: Pick<FoundRow, "session" | "at" | "promptId">,
): Promise<Pick<FoundRow, "promptId" | "turnIndex">> {
  const prompts = tables(database, PROMPTS)
    .selectFrom("prompts")
    .select("turn_index as turnIndex")
    .select(({ fn }) => fn.coalesce("given", "prompt").as("promptId"))
    .where("organization", "=", organization)
    .where("session", "=", session);
  const named =
    promptId === null ? undefined : await prompts.where("given", "=", promptId).executeTakeFirst();
  const last = prompts.where("submitted_at", "<=", at).orderBy("submitted_at", "desc").limit(1);
  return named ?? (await last.executeTakeFirst()) ?? { promptId: null, turnIndex: null };
}

/** Returns those of the summaries that were written in the window, of sessions that may be read. */
export async function readFoundSummaries(
  database: Database,
  window: WindowFilter,
  ids: readonly string[],
): Promise<FoundRow[]> {
  const summaries = tables(database, SESSION_FACTS, SUMMARY_TEXTS).with(
    (name) => name("found").materialized(),
    (all) =>
      all
        .selectFrom("summary_texts")
        .innerJoin("session_facts", (join) =>
          join
            .onRef("session_facts.organization", "=", "summary_texts.organization")
            .onRef("session_facts.session", "=", "summary_texts.session"),
        )
        .select(["summary_texts.id", "summary_texts.organization", "summary_texts.session", "developer"])
        .select(["written_at as at", "text"])
        .where("summary_texts.id", "in", engineOf(database).listOf(ids)),
  );
  const rows = await inWindow(summaries.selectFrom("found"), window, "found.at")
    .select(["id", "at", "session", "developer", "text"])
    .orderBy("at")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ ...row, promptId: null, turnIndex: null }));
}
