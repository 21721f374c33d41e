/** Answers which marks the prompts of a window have on average. */
import type { Database } from "../../database/open.ts";
import { rowsToRead } from "../../identity/scope.ts";
import { averageMarks, type PromptAverages } from "./averages.ts";
import { type DayMarks, readDayMarks } from "./lists-table.ts";
import type { PromptsWindow } from "./prompt-answer.ts";

/** Reads the mean marks of a window. */
export async function readPromptAverages(database: Database, window: PromptsWindow): Promise<PromptAverages> {
  return averageMarks(await readDaysIn(database, window));
}

/** Gives: the marks of the scored prompts of a window by day, the earliest first. */
export async function readDaysIn(
  database: Database,
  { scope, from, to, developer }: PromptsWindow,
): Promise<DayMarks[]> {
  const readable = await rowsToRead(database, scope, developer);
  if (readable === null) return [];
  const whose = { organization: scope.organizationId, developers: readable.names };
  return readDayMarks(database, { ...whose, from, to });
}
