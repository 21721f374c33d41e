/** The chapter "overview": the figures of the other chapters on one page, and what stands out among them. */
import { z } from "zod";
import { eachScore } from "../../../scores/score-period.ts";
import { FIGURE } from "../figure.ts";

const COUNT = z.int().min(0);

const SCORE_FIGURE = FIGURE.extend({
  change: z
    .object({ value: z.number(), interval: z.tuple([z.number(), z.number()]).nullable() })
    .nullable()
    .describe(
      "Against the equally long period before, with its 80 % interval; null where it cannot be told.",
    ),
});

export const OVERVIEW = z.object({
  people: COUNT.describe("Developers with work in the window."),
  sessions: COUNT,
  subSessions: COUNT.describe("Those that count in scores."),
  turns: COUNT.describe("Their non-trivial turns."),
  before: z
    .object({ sessions: COUNT, spendUsd: FIGURE })
    .describe("The same of the equally long period before."),
  scores: z
    .object(eachScore(() => SCORE_FIGURE))
    .describe("Of one developer their own; of a team the median of five people or more."),
  spendUsd: FIGURE.describe("Without calls that have no price."),
  rubricScore: FIGURE.describe("The mean mark of the scored prompts."),
  hoursLost: FIGURE.describe("To limits, overload and slow models."),
  wasteUsd: FIGURE.describe("What brought nothing."),
  monthlySavingUsd: FIGURE.describe("What other models would save in 30 days like these."),
  cards: COUNT.describe("Coaching cards of the window."),
  findings: z
    .array(
      z.object({
        chapter: z.enum(["scores", "prompts", "throttle", "rightsizing", "waste", "coaching"]),
        text: z.string().describe("One sentence, without anything that people or agents wrote."),
      }),
    )
    .describe("What stands out, by chapter."),
});
