/** The chapter "prompts": how well prompts were written, and the ones to learn from. */
import { z } from "zod";
import { listRankedPrompts } from "../../../rubric/lists/list-prompts.ts";
import type { ScoredPrompt } from "../../../rubric/lists/prompt-answer.ts";
import { readRubricTrend } from "../../../scores/prompts/read-rubric-trend.ts";
import { LONGEST_QUOTE } from "../../advisor/card.ts";
import { beginningOf } from "../../../vocabulary/wording/beginning.ts";
import { bucketOf, mostOf, type ChapterParts, type ReportWindow } from "./chapter.ts";
import { PROMPT_AVERAGES } from "../../../rubric/lists/averages.ts";
import { BUCKETS } from "../../../scores/periods.ts";
import { RUBRIC_TREND_POINT } from "../../../scores/prompts/read-rubric-trend.ts";

/** No name is next to it: a report is printed and handed on. */
export const QUOTED_PROMPT = z.object({
  promptId: z.string(),
  sessionId: z.string(),
  turnIndex: z.int().min(1),
  submittedAt: z.iso.datetime(),
  quote: z.string().nullable().describe("Its beginning, redacted; null when its text is withheld."),
  rubricScore: z.number().min(0).max(100),
  grade: z.string(),
  coachingNotes: z.array(z.string()).describe("What would have made it better, most useful first."),
});

export const PROMPTS = z.object({
  averages: PROMPT_AVERAGES,
  missing: z.string().nullable().describe("Why no prompt has a grade; null when one has."),
  trend: z.object({ bucket: z.enum(BUCKETS), points: z.array(RUBRIC_TREND_POINT) }),
  best: z.array(QUOTED_PROMPT).describe("At most five, equal ones once."),
  worst: z.array(QUOTED_PROMPT).describe("At most five, none that is among the best."),
});

export type Prompts = z.infer<typeof PROMPTS>;

const QUOTED_PROMPTS = { report: 5, whole: 50 };
/** More are read than shown, because the same prompt is often written many times. */
const READ_PROMPTS = { report: 50, whole: 200 };

/** Computes the chapter. */
export async function workOutPrompts(
  { database, model }: ChapterParts,
  window: ReportWindow,
): Promise<Prompts> {
  const bucket = bucketOf(window);
  const { averages, points } = await readRubricTrend(database, { ...window, bucket });
  const ranking = {
    ...window,
    sessionId: null,
    intent: null,
    limit: mostOf(window, READ_PROMPTS),
    after: null,
  };
  // looking for them among prompts without marks takes longest
  const ranked = async (first: "best" | "worst"): Promise<ScoredPrompt[]> =>
    averages.prompts === 0 ? [] : (await listRankedPrompts(database, { ...ranking, first })).prompts;
  const best = await ranked("best");
  const worst = await ranked("worst");
  const most = mostOf(window, QUOTED_PROMPTS);
  const bestQuotes = eachOnce(best.flatMap(quoted)).slice(0, most);
  const bestWords = new Set(bestQuotes.map(wordsOf));
  const others = eachOnce(worst.flatMap(quoted)).filter((prompt) => !bestWords.has(wordsOf(prompt)));
  return {
    averages,
    missing: averages.prompts > 0 ? null : whyNoMarks(model),
    trend: { bucket, points },
    best: bestQuotes,
    worst: others.slice(0, most),
  };
}

type Quoted = z.infer<typeof QUOTED_PROMPT>;

/** What makes two prompts the same to a reader. */
function wordsOf({ quote, sessionId, promptId }: Quoted): string {
  return quote?.toLowerCase().replaceAll(/\s+/g, " ").trim() ?? `${sessionId} ${promptId}`;
}

/** The first of those with the same words. */
function eachOnce(prompts: readonly Quoted[]): Quoted[] {
  const firsts = Map.groupBy(prompts, wordsOf).values();
  return [...firsts].flatMap(([first]) => first ?? []);
}

function whyNoMarks(model: string | null): string {
  return model === null
    ? "No judge model is configured, and prompts get their grades from one."
    : "No prompt of this time range has a grade: there was none, its text is withheld, or it is still to be judged.";
}

function quoted(prompt: ScoredPrompt): Quoted[] {
  const { promptId, sessionId, turnIndex, submittedAt, promptText, rubricScore, grade, coachingNotes } =
    prompt;
  if (rubricScore === undefined || grade === undefined) return [];
  const quote = promptText === null ? null : beginningOf(LONGEST_QUOTE, promptText);
  return [{ promptId, sessionId, turnIndex, submittedAt, quote, rubricScore, grade, coachingNotes }];
}
