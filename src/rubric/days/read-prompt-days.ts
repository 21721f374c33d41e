/** Reads what the prompts of a window add up to: whole days as they are kept, all else from the rows. */
import type { Database } from "../../database/open.ts";
import { gapsBetween, type WindowFilter } from "../../database/window.ts";
import { DAY } from "../../vocabulary/units.ts";
import { readKeptPromptDays } from "./days-table.ts";
import type { PromptDay } from "./prompt-day.ts";
import { sumPrompts } from "./sums-table.ts";

/** Gives: the days of a window that have a prompt, the earliest first; of the first and the last what is in it. */
export async function readPromptDays(database: Database, filter: WindowFilter): Promise<PromptDay[]> {
  // everybody's prompts are kept together; one person's rows are few
  if (filter.developers !== null) return sumPrompts(database, filter);
  const { organization } = filter;
  const [from, to] = [Math.ceil(filter.from / DAY), Math.floor(filter.to / DAY)];
  const days = await readKeptPromptDays(database, { organization, from, to });
  const kept = days.map(({ day }) => day);
  for (const gap of gapsBetween(kept, filter))
    days.push(...(await sumPrompts(database, { ...filter, ...gap })));
  return days.toSorted((left, right) => left.day - right.day);
}
