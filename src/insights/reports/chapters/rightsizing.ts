/** The chapter "rightsizing": which other models the work of the window speaks for. */
import { z } from "zod";
import { readRightsizing } from "../../rightsizing/read-rightsizing.ts";
import type { Rightsizing } from "../../rightsizing/rightsizing-answer.ts";
import { type ChapterParts, mostOf, type ReportWindow } from "./chapter.ts";
import { RIGHTSIZING } from "../../rightsizing/rightsizing-answer.ts";

export const RIGHTSIZING_CHAPTER = RIGHTSIZING.extend({
  recommendations: RIGHTSIZING.shape.recommendations.describe("At most ten, the one that saves most first."),
  recommendationsLeftOut: z.int().min(0),
  monthlySavingUsd: z.number().min(0).describe("Of all that save something, for 30 days like these."),
  missing: z.string().nullable().describe("Why nothing can be told; null when calls have a price."),
});

export type RightsizingChapter = z.infer<typeof RIGHTSIZING_CHAPTER>;

const MOST_RECOMMENDATIONS = { report: 10, whole: 1_000 };

/** Works it out. */
export async function workOutRightsizing(
  { database, prices }: ChapterParts,
  window: ReportWindow,
): Promise<RightsizingChapter> {
  const answer = await readRightsizing(database, window, prices);
  const { recommendations } = answer;
  const most = mostOf(window, MOST_RECOMMENDATIONS);
  return {
    ...answer,
    recommendations: recommendations.slice(0, most),
    recommendationsLeftOut: Math.max(0, recommendations.length - most),
    monthlySavingUsd: recommendations.reduce(
      (sum, { monthlySavingUsd }) => sum + Math.max(0, monthlySavingUsd),
      0,
    ),
    missing: whyNothing(answer),
  };
}

function whyNothing({ models, spendUsd }: Rightsizing): string | null {
  if (spendUsd > 0) return null;
  return models.length === 0
    ? "No agent told what its calls to models used in this time."
    : "None of the calls has a price: neither the agents nor the price table tell one.";
}
