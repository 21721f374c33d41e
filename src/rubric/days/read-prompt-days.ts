/** Reads what the prompts of a window add up to: whole days as they are kept, all else from the rows. */
import { daysIn, readKeptDays } from "../../database/days/kept-days-table.ts";
import type { Database } from "../../database/open.ts";
import { gapsBetween, isOfEverybody, type WindowFilter } from "../../database/window.ts";
import { DAY } from "../../vocabulary/units.ts";
import { KEPT_PROMPTS } from "./days-table.ts";
import { countMarked } from "./marked-table.ts";
import type { MarkedBy, PromptDay } from "./prompt-day.ts";
import { sumPrompts } from "./sums-table.ts";

/**
 * Returns the days with a prompt in a window, the earliest first. The first and the last count only what is in
 * the window.
 */
export async function readPromptDays(database: Database, filter: WindowFilter): Promise<PromptDay[]> {
  // everybody's prompts are kept together; rows of one person or label are few
  if (!isOfEverybody(filter)) return sumPrompts(database, filter);
  const { kept, gaps } = await readKeptPart(database, filter);
  const days = kept.map(({ sums }) => sums);
  for (const gap of gaps) days.push(...(await sumPrompts(database, { ...filter, ...gap })));
  return days.toSorted((left, right) => left.day - right.day);
}

/**
 * Returns whose marks everybody's prompts of a window have: an entry for each day, model and rubric, and for what is
 * not kept. Prompts of one content on several days are counted on each.
 */
export async function readMarkedBy(
  database: Database,
  window: Omit<WindowFilter, "developers">,
): Promise<MarkedBy[]> {
  const filter = { ...window, developers: null };
  const { kept, gaps } = await readKeptPart(database, filter);
  const marked = kept.flatMap((day) => day.marked);
  for (const gap of gaps) marked.push(...(await countMarked(database, { ...filter, ...gap })));
  return marked;
}

/** Returns the whole days that are kept, and the parts of the window that are to be read from the rows. */
async function readKeptPart(database: Database, { organization, from, to }: WindowFilter) {
  const whole = { organization, from: Math.ceil(from / DAY), to: Math.floor(to / DAY) };
  const days = daysIn(await readKeptDays(database, KEPT_PROMPTS, whole));
  const gaps = gapsBetween(
    days.map(([day]) => day),
    { from, to },
  );
  return { kept: days.map(([, kept]) => kept), gaps };
}
