/** The chapter "rightsizing": which other models the work of the window speaks for. */
import { z } from "zod";
import { readRightsizing } from "../../rightsizing/read-rightsizing.ts";
import type { Recommendation, Rightsizing } from "../../rightsizing/rightsizing-answer.ts";
import { type ChapterParts, mostOf, type ReportWindow } from "./chapter.ts";
import { RIGHTSIZING } from "../../rightsizing/rightsizing-answer.ts";

const SAVING = z.number().nullable();

export const RIGHTSIZING_CHAPTER = RIGHTSIZING.extend({
  recommendations: RIGHTSIZING.shape.recommendations.describe("At most ten, the one that saves most first."),
  recommendationsLeftOut: z.int().min(0),
  monthlySavingUsd: SAVING.describe(
    "What cheaper models would save in 30 days like these, by work done on both (evidence A and B); null without any.",
  ),
  supposedSavingUsd: SAVING.describe(
    "The same by the rule only (evidence C): a hypothesis; null without any.",
  ),
  missing: z.string().nullable().describe("Why there is no figure; null when calls have a price."),
});

export type RightsizingChapter = z.infer<typeof RIGHTSIZING_CHAPTER>;

const MOST_RECOMMENDATIONS = { report: 10, whole: 1_000 };

/** Computes the chapter. */
export async function workOutRightsizing(
  { database, prices }: ChapterParts,
  window: ReportWindow,
): Promise<RightsizingChapter> {
  const answer = await readRightsizing(database, window, prices);
  const { recommendations } = answer;
  const most = mostOf(window, MOST_RECOMMENDATIONS);
  const cheaper = recommendations.filter(({ kind }) => kind !== "tier_up");
  return {
    ...answer,
    recommendations: recommendations.slice(0, most),
    recommendationsLeftOut: Math.max(0, recommendations.length - most),
    monthlySavingUsd: savingOf(cheaper.filter(({ evidence }) => evidence !== "C")),
    supposedSavingUsd: savingOf(cheaper.filter(({ evidence }) => evidence === "C")),
    missing: whyNothing(answer),
  };
}

function whyNothing({ models, spendUsd }: Rightsizing): string | null {
  if (spendUsd > 0) return null;
  return models.length === 0
    ? "No agent reported what its calls to models used in this time."
    : "None of the calls has a price: neither the agents nor the price table has one.";
}

function savingOf(recommendations: readonly Recommendation[]): number | null {
  if (recommendations.length === 0) return null;
  return recommendations.reduce((sum, { monthlySavingUsd }) => sum + monthlySavingUsd, 0);
}
