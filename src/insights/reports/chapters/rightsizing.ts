/** The chapter "rightsizing": which other models the work of the window speaks for. */
import { z } from "zod";
import { RIGHTSIZING } from "../../rightsizing/rightsizing-answer.ts";

export const RIGHTSIZING_CHAPTER = RIGHTSIZING.extend({
  recommendations: RIGHTSIZING.shape.recommendations.describe("At most ten, the one that saves most first."),
  recommendationsLeftOut: z.int().min(0),
  monthlySavingUsd: z.number().min(0).describe("Of all that save something, for 30 days like these."),
  missing: z.string().nullable().describe("Why nothing can be told; null when calls have a price."),
});
