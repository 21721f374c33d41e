/** Finds cards without a rewrite, and the prompts that they quote. */
import type { Database } from "../../../database/open.ts";
import { tables } from "../../../database/table-shape.ts";
import { isOf, PROMPTS } from "../../../rubric/prompts/prompts-table.ts";
import type { Instant } from "../../../vocabulary/units.ts";
import { type CardRow, CARDS } from "../cards-table.ts";
import { heldHere } from "../../../database/leases/held-table.ts";

/**
 * Returns at most `limit` cards that listeners heard of since a time and that have no rewrite, the newest
 * first.
 */
export async function readUnrewritten(
  database: Database,
  { since, except }: { since: Instant; except: readonly string[] },
  limit: number,
): Promise<CardRow[]> {
  const all = tables(database, CARDS)
    .selectFrom("cards")
    .selectAll()
    .where("published_at", ">=", since)
    .where("rewrite", "is", null)
    .$call(heldHere(database, "organization"))
    .orderBy("published_at", "desc")
    .orderBy("id")
    .limit(limit);
  return (except.length === 0 ? all : all.where("id", "not in", except)).execute();
}

/** Returns null when it is withheld, or not there any more. */
export async function readPromptText(
  database: Database,
  { organization, session, prompt }: Pick<CardRow, "organization" | "session" | "prompt">,
): Promise<string | null> {
  const row = await tables(database, PROMPTS)
    .selectFrom("prompts")
    .select("text")
    .where("organization", "=", organization)
    .where(isOf("prompt", [prompt]))
    .where("session", "=", session)
    .executeTakeFirst();
  return row?.text ?? null;
}
