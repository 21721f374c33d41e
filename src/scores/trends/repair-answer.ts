/** Points of `GET /scoring/repairs`. */
import { z } from "zod";

/** One day or week, or the whole window. */
export const REPAIRS_POINT = z.object({
  start: z.iso.datetime().describe("Start of the day or week (Monday), UTC; the first is cut to `from`."),
  tasks: z
    .int()
    .min(0)
    .describe("Scoreable sub-sessions that changed something and show whether they repaired."),
  withoutRepair: z.int().min(0).describe("Those of them in which no turn corrected, repeated or undid."),
  share: z.number().min(0).max(1).nullable().describe("`withoutRepair` of `tasks`; null without tasks."),
});

export type RepairsPoint = z.infer<typeof REPAIRS_POINT>;
