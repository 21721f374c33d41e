/** Adds up days that are over, so that a large team's month is read fast. */
import { keepOpenDays } from "../../database/days/kept-days-table.ts";
import type { Database } from "../../database/open.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { addUp } from "../tallies/tally-day.ts";
import { usageDayOf } from "./usage-day.ts";
import { KEPT_USAGE } from "./usage-days-table.ts";
import { readTallies, readUsed } from "./usage-table.ts";

/** Returns how many days were added up, one at most: a team's day takes a while. */
export function keepNextUsage(
  database: Database,
  now: Instant,
  first: "newest" | "earliest" = "newest",
): Promise<number> {
  return keepOpenDays(database, KEPT_USAGE, {
    now,
    limit: 1,
    first,
    add: async (transaction, window) => {
      const used = await readUsed(transaction, window);
      const tallies = addUp(await readTallies(transaction, window));
      return { ...tallies, usage: () => usageDayOf(used) };
    },
  });
}
