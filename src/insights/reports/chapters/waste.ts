/** The chapter "waste": what of the spend brought nothing. It is told in reports alone. */
import { z } from "zod";
import { WASTE_KINDS } from "../../../spend/waste/waste.ts";

const COUNT = z.int().min(0);
const USD = z.number().min(0);

const WASTE_OF_KIND = z.object({
  kind: z
    .enum(WASTE_KINDS)
    .describe(
      "retry_storm: the same call failed three times in a row or more. repeated_read: a file was read again that " +
        "nothing had changed. context_bloat: a new purpose began with the context of another.",
    ),
  count: COUNT.describe("How often it was found."),
  subSessions: COUNT.describe("In how many sub-sessions."),
  costUsd: USD.describe("0 also where the calls have no price."),
  examples: z
    .array(
      z.object({
        subSessionId: z.string(),
        sessionId: z.string(),
        title: z
          .string()
          .nullable()
          .describe("The beginning of its first prompt; null when that is withheld."),
        firstTurn: COUNT,
        costUsd: USD,
      }),
    )
    .describe("At most five: the sub-session in which it cost most, day by day, the dearest first."),
});

export const WASTE = z.object({
  kinds: z.array(WASTE_OF_KIND).describe("Every kind, also those that were not found."),
  costUsd: USD.describe("Of all kinds together."),
  spendUsd: USD.describe("What everything cost, to compare."),
  missing: z.string().nullable().describe("Why nothing can be told; null when agents told of their calls."),
});
