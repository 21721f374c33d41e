/** The mean marks of prompts. */
import { z } from "zod";
import type { AddedMarks, PromptDay } from "../days/prompt-day.ts";
import type { PromptStatus } from "../prompts/marked-prompts.ts";

const MEAN = z.number().min(0).max(100).nullable().describe("null without a scored prompt.");

/** The mean of each dimension, and how many prompts it is of. */
export const DIMENSION_MEANS = z.object({
  contextLeverage: MEAN,
  informationDensity: MEAN,
  turnEconomy: MEAN,
  ambiguityCost: MEAN.describe("100: ambiguity costs nothing."),
  prompts: z
    .int()
    .min(0)
    .describe("The scored ones; those that are short-circuited or wait count in nothing."),
});

/** The same with the score. */
export const PROMPT_AVERAGES = DIMENSION_MEANS.extend({ rubricScore: MEAN });

const PROMPTS = z.int().min(0);

/** How many prompts are how far. */
export const STATUS_COUNTS = z.object({
  pending: PROMPTS,
  scored: PROMPTS,
  short_circuited: PROMPTS,
  failed: PROMPTS,
} satisfies Record<PromptStatus, typeof PROMPTS>);

export type StatusCounts = z.infer<typeof STATUS_COUNTS>;

export type PromptAverages = z.infer<typeof PROMPT_AVERAGES>;

/** @param marks - The marks of different prompts, in any order. */
export function averageMarks(marks: readonly AddedMarks[]): PromptAverages {
  const sumOf = (valueOf: (added: AddedMarks) => number) =>
    marks.reduce((sum, added) => sum + valueOf(added), 0);
  const prompts = sumOf((added) => added.prompts);
  const mean = (valueOf: (added: AddedMarks) => number) => (prompts === 0 ? null : sumOf(valueOf) / prompts);
  return {
    contextLeverage: mean(({ contextLeverage }) => contextLeverage),
    informationDensity: mean(({ informationDensity }) => informationDensity),
    turnEconomy: mean(({ turnEconomy }) => turnEconomy),
    ambiguityCost: mean(({ ambiguityCost }) => ambiguityCost),
    rubricScore: mean(({ rubricScore }) => rubricScore),
    prompts,
  };
}

/** Counts the prompts of days by how far they are. */
export function countByStatus(days: readonly Pick<PromptDay, "statuses">[]): StatusCounts {
  const countOf = (status: PromptStatus) => days.reduce((sum, { statuses }) => sum + statuses[status], 0);
  return {
    pending: countOf("pending"),
    scored: countOf("scored"),
    short_circuited: countOf("short_circuited"),
    failed: countOf("failed"),
  };
}
