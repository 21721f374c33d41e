/** Reads the prompts of one session. */
import type { Database, SessionOf } from "../../database/engine.ts";
import { tables } from "../../database/table-shape.ts";
import { type PromptRow, PROMPTS } from "../../rubric/prompts/prompts-table.ts";

/** A prompt without its text. */
export type PlacedPrompt = Pick<
  PromptRow,
  "id" | "prompt" | "given" | "turn_index" | "submitted_at" | "trivial"
>;

/** Returns all of them, the earliest first. */
export async function readPlacedPrompts(
  database: Database,
  { organization, session }: SessionOf,
): Promise<PlacedPrompt[]> {
  return tables(database, PROMPTS)
    .selectFrom("prompts")
    .select(["id", "prompt", "given", "turn_index", "submitted_at", "trivial"])
    .where("organization", "=", organization)
    .where("session", "=", session)
    .orderBy("submitted_at")
    .orderBy("id")
    .execute();
}
