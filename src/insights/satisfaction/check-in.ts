/** How content people are with their week: what they answer, and what is told of it to whom. */
import { z } from "zod";
import type { ReadScope } from "../../identity/scope.ts";
import type { Milliseconds } from "../../vocabulary/units.ts";

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
  answered: ANSWERED.nullable().describe("This week's answer so far, told to a key of the developer's own."),
});

/** One week of check-ins. What somebody answered is told to that person alone. */
export const CHECK_IN_WEEK = z.object({
  ...WEEK,
  mine: ANSWERED.nullable(),
  team: z
    .object({ people: z.int(), mean: z.number() })
    .nullable()
    .describe("Of everybody; null while fewer than five people answered."),
});

export type Answered = z.infer<typeof ANSWERED>;
export type Pending = z.infer<typeof PENDING_ANSWER>;
export type CheckInWeek = z.infer<typeof CHECK_IN_WEEK>;

/** Who asks about check-ins. */
interface Asking {
  scope: ReadScope;
  /** Whose check-in is meant: an id or an e-mail. */
  developer: string;
}

/** Asks whether a developer answered in the week of a time. */
export interface PendingQuery extends Asking {
  at: Milliseconds;
  /** Whether the developer asks, who may read what they said. */
  isTheirs: boolean;
}

/** A developer's answer. */
export interface CheckInRequest extends Asking {
  score: number;
  comment: string | null;
}

/** Asks for the weeks of a window. */
export interface WeeksQuery {
  scope: ReadScope;
  /** Whose answers are "mine": an id; null for nobody's. */
  developer: string | null;
  from: Milliseconds;
  to: Milliseconds;
}
