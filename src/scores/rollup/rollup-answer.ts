/** `GET /scoring/sub-sessions/rollup`: parameters and response. */
import { z } from "zod";
import type { ReadScope } from "../../identity/scope.ts";
import { BREAKDOWN } from "../../metrics/sub-sessions/sub-session-answer.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { INTERVAL } from "../answer.ts";

const COUNT = z.int().min(0);

/** The scoreable sub-sessions of a window taken together. */
export const ROLLUP = z.object({
  sse: z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .describe("What all of them earned, against what they took; null below 3 scoreable ones."),
  interval: INTERVAL,
  subSessions: COUNT.describe("The scoreable ones."),
  breakdown: BREAKDOWN.describe(
    "Sums over all sub-sessions, scoreable or not; the median latency of the scoreable ones.",
  ),
  byOutcome: z
    .object({ reached: COUNT, partial: COUNT, abandoned: COUNT, unknown: COUNT })
    .describe("How many of them ended how."),
});

export type Rollup = z.infer<typeof ROLLUP>;

/** What is asked for. */
export interface RollupQuery {
  scope: ReadScope;
  /** Sub-sessions that start at or after this time… */
  from: Instant;
  /** …and before this one. */
  to: Instant;
  /** A developer's id or e-mail as asked for. */
  developer: string | null;
}
