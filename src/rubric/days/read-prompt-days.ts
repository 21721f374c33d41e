/** Reads what the prompts of a window add up to: whole days as they are kept, all else from the rows. */
import { daysIn, readKeptDays } from "../../database/days/kept-days-table.ts";
import type { Database } from "../../database/open.ts";
import { gapsBetween, type WindowFilter } from "../../database/window.ts";
import { DAY } from "../../vocabulary/units.ts";
import { KEPT_PROMPTS } from "./days-table.ts";
import type { PromptDay } from "./prompt-day.ts";
import { sumPrompts } from "./sums-table.ts";

/**
 * Returns the days of a window that have a prompt, the earliest first. The first and the last count only what is in
 * the window.
 */
export async function readPromptDays(database: Database, filter: WindowFilter): Promise<PromptDay[]> {
  // everybody's prompts are kept together; one person's rows are few
  if (filter.developers !== null) return sumPrompts(database, filter);
  const { organization } = filter;
  const [from, to] = [Math.ceil(filter.from / DAY), Math.floor(filter.to / DAY)];
  const kept = daysIn(await readKeptDays(database, KEPT_PROMPTS, { organization, from, to }));
  const days = kept.map(([, prompts]) => prompts);
  const gaps = gapsBetween(
    kept.map(([day]) => day),
    filter,
  );
  for (const gap of gaps) days.push(...(await sumPrompts(database, { ...filter, ...gap })));
  return days.toSorted((left, right) => left.day - right.day);
}
