/** Answers which marks the prompts of a window have on average. */
import type { Database } from "../../database/open.ts";
import { rowsToRead } from "../../identity/scope.ts";
import type { PromptDay } from "../days/prompt-day.ts";
import { readPromptDays } from "../days/read-prompt-days.ts";
import { averageMarks, type PromptAverages } from "./averages.ts";
import type { PromptsWindow } from "./prompt-answer.ts";

/** Reads the mean marks of a window. */
export async function readPromptAverages(database: Database, window: PromptsWindow): Promise<PromptAverages> {
  return averageMarks((await readDaysIn(database, window)).map(({ marks }) => marks));
}

/** Returns what the prompts of a window add up to by day, the earliest first. */
export async function readDaysIn(
  database: Database,
  { scope, from, to, developer }: PromptsWindow,
): Promise<PromptDay[]> {
  const readable = await rowsToRead(database, scope, developer);
  if (readable === null) return [];
  const { developerIds: developers, labels } = readable;
  const whose = { organization: scope.organizationId, developers, labels };
  return readPromptDays(database, { ...whose, from, to });
}
