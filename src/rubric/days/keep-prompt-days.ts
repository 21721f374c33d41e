/** Adds up the prompts of days that are over, so that those of months are counted and averaged fast. */
import type { Database } from "../../database/open.ts";
import { inTransaction } from "../../database/transaction.ts";
import { DAY, type Milliseconds } from "../../vocabulary/units.ts";
import { findOpenPromptDays, savePromptDay } from "./days-table.ts";
import { sumPrompts } from "./sums-table.ts";

/** A large team's day takes a few milliseconds. */
const DAYS_AT_ONCE = 20;

/** Gives: how many days were added up. */
export async function keepPromptDays(database: Database, now: Milliseconds): Promise<number> {
  const today = Math.floor(now / DAY);
  const places = await findOpenPromptDays(database, { before: today, limit: DAYS_AT_ONCE });
  if (places.length === 0) return 0;
  await inTransaction(database, "normal", async (transaction) => {
    for (const place of places) {
      const { organization, day } = place;
      const window = { organization, developers: null, from: day * DAY, to: (day + 1) * DAY };
      const [summed = null] = await sumPrompts(transaction, window);
      await savePromptDay(transaction, place, summed);
    }
  });
  return places.length;
}
