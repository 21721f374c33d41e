/**
 * Each organization's days with model calls, and the trouble that was found on them.
 *
 * Later days rest on what was usual then: these keep their answer until it is computed again.
 */
import type { Database } from "../database/engine.ts";
import { daysSet, declareDays } from "../database/days/days-table.ts";
import {
  type ChangedTime,
  type DayPlace,
  emptyChangedDays,
  outdated,
} from "../database/days/kept-days-table.ts";
import { tables } from "../database/table-shape.ts";

export const TROUBLE_DAYS = declareDays("trouble_days");

export const troubleDayTables = daysSet("trouble days", TROUBLE_DAYS, {
  table: "call_hours",
  time: "hour",
  of: "everybody",
});

/** For so many days a day's calls say what is usual. */
export const USUAL_DAYS = 14;

/**
 * Empties the days on which something changed, and has those after them computed again.
 *
 * @param transaction - Its transaction.
 */
export async function emptyTroubleDays(
  transaction: Database,
  changes: readonly ChangedTime[],
): Promise<void> {
  // whoever's rows changed, the day is everybody's
  const days = changes.map(({ organization, at }) => ({ organization, at }));
  for (const place of await emptyChangedDays(transaction, TROUBLE_DAYS, days))
    await outdateAfter(transaction, place);
}

async function outdateAfter(transaction: Database, { organization, day }: DayPlace): Promise<void> {
  await tables(transaction, TROUBLE_DAYS)
    .updateTable("trouble_days")
    .set(outdated(TROUBLE_DAYS))
    .where("organization", "=", organization)
    .where("day", ">", day)
    .where("day", "<=", day + USUAL_DAYS)
    .execute();
}
