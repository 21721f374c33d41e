/** What answers show of an effect. */
import { z } from "zod";

const SCORE = z.number().min(0).max(100);

/** Before and after, and since when. */
export const EFFECT = z.object({
  before: SCORE.nullable().describe("The input's mean over the developer's ten sub-sessions before."),
  after: SCORE.nullable().describe("The same over the ten after."),
  interval: z
    .tuple([z.number(), z.number()])
    .nullable()
    .describe("80 % interval of the difference, after less before; null where too few values are known."),
  since: z
    .enum(["tried", "seen", "work"])
    .describe(
      "What divides before from after: `tried` and `seen`: when its developer began to try it, or first saw it; " +
        "`work`: the work that it is about, because nobody has seen it, so that nothing can be its effect.",
    ),
});
