/** What each organization's prompts of a day add up to; whoever changes prompts empties their days. */
import { daysSet, declareDays } from "../../database/days/days-table.ts";
import { emptyChangedDays, keptAsJson } from "../../database/days/kept-days-table.ts";
import type { Database } from "../../database/engine.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { KeptPromptDay } from "./prompt-day.ts";

export const PROMPT_DAYS = declareDays("prompt_days");

export const promptDayTables = daysSet("prompt days", PROMPT_DAYS, {
  table: "prompts",
  time: "submitted_at",
  of: "everybody",
});

/** Another version whenever days are added up or kept in another way. */
export const KEPT_PROMPTS = keptAsJson<KeptPromptDay>(PROMPT_DAYS, "2");

/**
 * Empties the days on which these prompts were submitted.
 *
 * @param transaction - The transaction that changes them.
 */
export async function emptyPromptDays(
  transaction: Database,
  prompts: readonly { organization: string; submitted_at: Instant }[],
): Promise<void> {
  const changes = prompts.map(({ organization, submitted_at: at }) => ({ organization, at }));
  await emptyChangedDays(transaction, PROMPT_DAYS, changes);
}
