/** The chapter "prompts": how well prompts were written, and the ones to learn from. */
import { z } from "zod";
import { PROMPT_AVERAGES } from "../../../rubric/lists/averages.ts";
import { BUCKETS } from "../../../scores/periods.ts";
import { RUBRIC_TREND_POINT } from "../../../scores/prompts/read-rubric-trend.ts";

/** Nobody's name stands beside it: a report is printed and handed on. */
const QUOTED_PROMPT = z.object({
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
  missing: z.string().nullable().describe("Why no prompt has marks; null when one has."),
  trend: z.object({ bucket: z.enum(BUCKETS), points: z.array(RUBRIC_TREND_POINT) }),
  best: z.array(QUOTED_PROMPT).describe("At most five."),
  worst: z.array(QUOTED_PROMPT).describe("At most five, none that is among the best."),
});
