/** Points of `GET /scoring/skill-inputs`: parameters and response. */
import { z } from "zod";
import { INPUT_VALUE } from "../answer.ts";
import { eachInput } from "../skill-inputs.ts";

/** The five inputs of Skill in one day or week, or in the whole window. */
export const INPUT_POINT = z.object({
  start: z.iso.datetime().describe("Start of the day or week (Monday), UTC; the first is cut to `from`."),
  subSessions: z.int().min(0).describe("The scoreable ones that start in the bucket."),
  inputs: z.object(eachInput(() => INPUT_VALUE)),
});

export type InputPoint = z.infer<typeof INPUT_POINT>;
/** One input in one bucket. */
export type InputValue = z.infer<typeof INPUT_VALUE>;
