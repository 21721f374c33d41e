/** How content people are with their week: what they answer, and who sees which part of it. */
import { z } from "zod";
import type { ReadScope } from "../../identity/scope.ts";
import type { Instant } from "../../vocabulary/units.ts";

const WEEK = {
  week: z.string().describe("Such as 2026-W47."),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
};

const ANSWERED = z.object({
  score: z.int().min(1).max(5).describe("1 is not at all content, 5 is very."),
  comment: z.string().nullable(),
  answeredAt: z.iso.datetime(),
});

/** Whether a developer still has to answer this week. */
export const PENDING_ANSWER = z.object({
  ...WEEK,
  pending: z.boolean(),
  answered: ANSWERED.nullable().describe("This week's answer so far."),
});

/** One week of check-ins. What somebody answered is shown to keys and sign-ins of that person. */
export const CHECK_IN_WEEK = z.object({
  ...WEEK,
  mine: ANSWERED.nullable(),
  team: z
    .object({
      people: z.int().describe("Those who answered and have an account or a key of their own."),
      mean: z.number().describe("To the nearest 0.5."),
    })
    .nullable()
    .describe("Of everybody; null until the week is over, and where fewer than five people answered."),
});

export type Answered = z.infer<typeof ANSWERED>;
export type Pending = z.infer<typeof PENDING_ANSWER>;
export type CheckInWeek = z.infer<typeof CHECK_IN_WEEK>;

/** Who asks about check-ins: the person whose key or sign-in it is. */
interface Asking {
  scope: ReadScope;
  /** The id of the developer whom the key is bound to. */
  developer: string;
}

/** Asks whether the caller answered in the week of a time. */
export interface PendingQuery extends Asking {
  /** Whom the caller names, an id or an e-mail, which has to be the caller; null for nobody. */
  named: string | null;
  at: Instant;
}

/** The caller's answer. */
export interface CheckInRequest extends Asking {
  score: number;
  comment: string | null;
}

/** Asks for the weeks of a window. */
export interface WeeksQuery {
  scope: ReadScope;
  /** Whose answers are "mine": an id; null for nobody's. */
  developer: string | null;
  from: Instant;
  to: Instant;
  /** Weeks that end later are not over. */
  now: Instant;
}
