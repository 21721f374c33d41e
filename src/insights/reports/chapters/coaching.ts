/** The chapter "coaching": the cards of the window, and whether earlier advice helped. */
import { z } from "zod";
import { SKILL_INPUTS } from "../../../metrics/metrics.ts";
import { CARD } from "../../advisor/card.ts";

const COUNT = z.int().min(0);

export const COACHING = z.object({
  total: COUNT.describe("Cards of the window."),
  inputs: z
    .array(z.object({ input: z.enum(SKILL_INPUTS), cards: COUNT }))
    .describe("What they are about, the commonest first."),
  votes: z.object({ up: COUNT, down: COUNT }),
  cards: z.array(CARD).describe("At most ten, the newest first."),
  missing: z.string().nullable().describe("Why there is no card; null when there is one."),
});
