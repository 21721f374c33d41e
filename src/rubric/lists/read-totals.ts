/** Answers how many prompts a list has, and on which days: from what days add up to where they have it. */
import type { Database } from "../../database/open.ts";
import { countedTotal } from "../../vocabulary/page.ts";
import { DAY } from "../../vocabulary/units.ts";
import { readPromptDays } from "../days/read-prompt-days.ts";
import { countPrompts, countScored, type PromptsFilter } from "./lists-table.ts";

/** How many prompts of a list are of a day. */
interface ListedDay {
  day: number;
  prompts: number;
}

/** Returns the days with a prompt of the list, the earliest first; null where days do not have it. */
export async function readListedDays(
  database: Database,
  { status, ...filter }: PromptsFilter,
): Promise<ListedDay[] | null> {
  // prompts of every status are soon more than a page, or than are counted
  if (status === null || !isCountedByDays(filter)) return null;
  const days = await readPromptDays(database, filter);
  return days
    .map(({ day, statuses }) => ({ day, prompts: statuses[status] }))
    .filter(({ prompts }) => prompts > 0);
}

/** Returns the part of the window in which the list's prompts are: looking for few in the rest takes long. */
export function narrowTo(filter: PromptsFilter, days: readonly ListedDay[] | null): PromptsFilter {
  if (days === null) return filter;
  const { from, to } = filter;
  const [first, last] = [days.at(0), days.at(-1)];
  if (first === undefined || last === undefined) return { ...filter, to: from };
  return { ...filter, from: Math.max(from, first.day * DAY), to: Math.min(to, (last.day + 1) * DAY) };
}

/**
 * Returns how many prompts match, exact up to 10,000; null beyond.
 *
 * @param days - The days of the list.
 */
export async function readTotal(
  database: Database,
  filter: PromptsFilter,
  days: readonly ListedDay[] | null,
): Promise<number | null> {
  if (days === null) return countPrompts(database, filter);
  return countedTotal(days.reduce((sum, { prompts }) => sum + prompts, 0));
}

/**
 * Returns how many scored prompts match, however many they are.
 *
 * @param filter - A filter for every status.
 */
export async function readScoredTotal(database: Database, filter: PromptsFilter): Promise<number> {
  if (!isCountedByDays(filter)) return countScored(database, filter);
  const days = await readPromptDays(database, filter);
  return days.reduce((sum, { marks }) => sum + marks.prompts, 0);
}

function isCountedByDays({
  developers,
  sessions,
  intent,
}: Pick<PromptsFilter, "developers" | "sessions" | "intent">): boolean {
  return developers === null && sessions === null && intent === null;
}
