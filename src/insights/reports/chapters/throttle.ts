/** The chapter "throttle": time lost to limits, overload and slow models. */
import { z } from "zod";
import { THROTTLE_ANSWER } from "../../throttle/throttle-answer.ts";

export const THROTTLE = THROTTLE_ANSWER.extend({
  events: THROTTLE_ANSWER.shape.events.describe("The ten that cost most, the longest first."),
  eventsLeftOut: z.int().min(0),
  missing: z
    .string()
    .nullable()
    .describe("Why nothing can be told; null when agents told of failures or of how long calls took."),
});
