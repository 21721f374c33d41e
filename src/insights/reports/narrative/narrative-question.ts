/** What the judge model is asked about a report, and what of its answer is kept. */
import { z } from "zod";
import type { Question } from "../../../judge/question.ts";
import { oneLine } from "../../advisor/model/one-line.ts";
import { CHAPTER_NAMES, type ChapterName } from "../report.ts";
import { withKnownNumbers } from "./known-numbers.ts";
import narrativePrompt from "./narrative-prompt.md" with { type: "text" };
import type { NamedNumbers } from "./named-numbers.ts";

const LONGEST_SUMMARY = 900;
const LONGEST_PARAGRAPH = 600;
const MAX_OUTPUT_TOKENS = 1_500;

const ANSWER = z.strictObject({
  summary: z.string(),
  scores: z.string(),
  prompts: z.string(),
  throttle: z.string(),
  rightsizing: z.string(),
  waste: z.string(),
  coaching: z.string(),
});
export type NarrativeAnswer = z.infer<typeof ANSWER>;

/** Somebody waits for the report. */
export function narrativeQuestion(organization: string, numbers: NamedNumbers): Question<NarrativeAnswer> {
  return {
    purpose: "report",
    isAwaited: true,
    organization,
    system: narrativePrompt,
    user: `The numbers:\n\n${JSON.stringify(numbers, rounded)}\n\nAnswer with the JSON object alone.`,
    answer: { name: "report_narrative", schema: ANSWER },
    maxOutputTokens: MAX_OUTPUT_TOKENS,
  };
}

/** More decimals say nothing to a reader. */
function rounded(_name: string, value: unknown): unknown {
  return typeof value === "number" ? Math.round(value * 100) / 100 : value;
}

/** What is kept of an answer. */
export interface WrittenNarrative {
  summary: string;
  paragraphs: { chapter: ChapterName; text: string }[];
}

/**
 * Returns null when nothing of its summary can be kept.
 *
 * @param answer - An answer that is redacted.
 */
export function writtenFrom(answer: NarrativeAnswer, numbers: NamedNumbers): WrittenNarrative | null {
  const clean = (most: number, text: string): string => withKnownNumbers(oneLine(most, text), numbers);
  const summary = clean(LONGEST_SUMMARY, answer.summary);
  if (summary === "") return null;
  const paragraphs = CHAPTER_NAMES.flatMap((chapter) => {
    if (chapter === "overview" || chapter === "appendix") return [];
    const text = clean(LONGEST_PARAGRAPH, answer[chapter]);
    return text === "" ? [] : [{ chapter, text }];
  });
  return { summary, paragraphs };
}
