/** Adds up the prompts of days that are over, so that those of months are counted and averaged fast. */
import { keepOpenDays } from "../../database/days/kept-days-table.ts";
import type { Database } from "../../database/open.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { KEPT_PROMPTS } from "./days-table.ts";
import { sumPrompts } from "./sums-table.ts";

/** A large team's day takes a few milliseconds. */
const DAYS_AT_ONCE = 20;

/** Returns how many days were added up. */
export function keepPromptDays(database: Database, now: Instant): Promise<number> {
  return keepOpenDays(database, KEPT_PROMPTS, {
    now,
    limit: DAYS_AT_ONCE,
    first: "newest",
    add: async (transaction, window) => (await sumPrompts(transaction, window))[0] ?? null,
  });
}
