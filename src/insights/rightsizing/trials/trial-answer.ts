/** `/v1/intelligence/rightsizing/trials`: changes of model that a team tries. */
import { z } from "zod";
import { RECOMMENDATION } from "../rightsizing-answer.ts";

const NAME = z.string().min(1).max(200);
const { kind, segment } = RECOMMENDATION.shape;

/** A change to try, as a recommendation names it. */
export const TRIED_CHANGE = z.strictObject({
  kind: z.enum(kind.options),
  model: NAME,
  from: NAME,
  to: NAME,
  segment: z
    .strictObject({ ...segment.shape, intent: NAME.nullable().describe("null: any.") })
    .describe("For which work; a size of null is any."),
});

export type TriedChange = z.infer<typeof TRIED_CHANGE>;

/** A trial, and what came of it. */
export const MODEL_TRIAL = z.object({
  id: z.string().describe("The id of the recommendation."),
  change: TRIED_CHANGE,
  begunAt: z.iso.datetime(),
  subSessions: z.int().min(0).describe("Those of that work that were done the other way since."),
  reached: z.int().min(0).describe("Those of them that reached their goal."),
});

export type ModelTrial = z.infer<typeof MODEL_TRIAL>;
