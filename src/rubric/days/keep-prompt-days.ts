/** Adds up the prompts of days that are over, so that those of months are counted and averaged fast. */
import { keepOpenDays } from "../../database/days/kept-days-table.ts";
import type { Database } from "../../database/open.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { KEPT_PROMPTS } from "./days-table.ts";
import { countMarked } from "./marked-table.ts";
import { sumPrompts } from "./sums-table.ts";

/** A day of 3,000 prompts takes 20 ms. */
const DAYS_AT_ONCE = 5;

/** Returns how many days were added up. */
export function keepPromptDays(database: Database, now: Instant): Promise<number> {
  return keepOpenDays(database, KEPT_PROMPTS, {
    now,
    limit: DAYS_AT_ONCE,
    first: "newest",
    add: async (transaction, window) => {
      const [sums] = await sumPrompts(transaction, window);
      return sums === undefined ? null : { sums, marked: await countMarked(transaction, window) };
    },
  });
}
