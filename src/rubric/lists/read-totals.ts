/** Answers how many prompts a list has: from the days where they tell it, else by counting. */
import type { Database } from "../../database/open.ts";
import { countedTotal } from "../../vocabulary/page.ts";
import type { PromptDay } from "../days/prompt-day.ts";
import { readPromptDays } from "../days/read-prompt-days.ts";
import { countPrompts, countScored, type PromptsFilter } from "./lists-table.ts";

/** Gives: how many prompts match, exact up to 10,000; null beyond. */
export async function readTotal(database: Database, filter: PromptsFilter): Promise<number | null> {
  const { status } = filter;
  // all of them are soon more than are counted
  if (status === null || !isToldByDays(filter)) return countPrompts(database, filter);
  return countedTotal(await sumOver(database, filter, ({ statuses }) => statuses[status]));
}

/** Gives: how many scored prompts match, however many they are. Takes: a filter for every status. */
export async function readScoredTotal(database: Database, filter: PromptsFilter): Promise<number> {
  if (!isToldByDays(filter)) return countScored(database, filter);
  return sumOver(database, filter, ({ marks }) => marks.prompts);
}

function isToldByDays({ developers, sessions, intent }: PromptsFilter): boolean {
  return developers === null && sessions === null && intent === null;
}

async function sumOver(
  database: Database,
  { organization, developers, from, to }: PromptsFilter,
  countIn: (day: PromptDay) => number,
): Promise<number> {
  const days = await readPromptDays(database, { organization, developers, from, to });
  return days.reduce((sum, day) => sum + countIn(day), 0);
}
