/** Answers which marks the prompts of a window have on average. */
import type { Database } from "../../database/open.ts";
import { rowsToRead } from "../../identity/scope.ts";
import type { Milliseconds } from "../../vocabulary/units.ts";
import { rubricIn } from "../prompts/judgements-table.ts";
import { averageMarks, type PromptAverages, type PromptMarks } from "./averages.ts";
import { readScoredMarks } from "./lists-table.ts";
import type { PromptsWindow } from "./prompt-answer.ts";

/** Reads the mean marks of a window. */
export async function readPromptAverages(database: Database, window: PromptsWindow): Promise<PromptAverages> {
  return averageMarks(await readMarksIn(database, window));
}

/** Gives: the marks of the scored prompts of a window, the earliest first. */
export async function readMarksIn(
  database: Database,
  { scope, from, to, developer }: PromptsWindow,
): Promise<(PromptMarks & { submittedAt: Milliseconds })[]> {
  const readable = await rowsToRead(database, scope, developer);
  if (readable === null) return [];
  const whose = { organization: scope.organizationId, developers: readable.names };
  const rows = await readScoredMarks(database, { ...whose, from, to });
  return rows.flatMap((row) => {
    const rubric = rubricIn(row);
    const { rubric_score: rubricScore, submitted_at: submittedAt } = row;
    return rubric === null || rubricScore === null ? [] : [{ ...rubric, rubricScore, submittedAt }];
  });
}
