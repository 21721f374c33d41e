/** Rows of `GET /scoring/turns/slowest`: parameters and response. */
import { z } from "zod";
import { DEVELOPER_ANSWER } from "../../identity/developers/answer.ts";
import type { ReadScope } from "../../identity/scope.ts";
import type { Instant } from "../../vocabulary/units.ts";

const DURATION = z.int().min(0);

/** One slow turn. */
export const SLOW_TURN = z.object({
  turnId: z.string(),
  sessionId: z.string(),
  turnIndex: z.int().min(0).describe("Counts from 1 within the session; 0 is work before the first prompt."),
  developer: DEVELOPER_ANSWER,
  startedAt: z.iso.datetime(),
  durationMs: DURATION.describe("From its prompts to the end of the work that follows each."),
  modelMs: DURATION.describe("Its model calls' durations added up; calls side by side count twice."),
  toolMs: DURATION.describe("Its tool calls' durations added up."),
  model: z.string().nullable().describe("The model of most of its calls."),
  calls: z.int().min(0).describe("Successful model calls."),
  promptId: z.string().nullable().describe("null before the session's first prompt."),
});

export type SlowTurn = z.infer<typeof SLOW_TURN>;

/** Where a page ends; turns come by how long they took, the latest of equal ones first. */
export const SLOWEST_POSITION = z.object({ durationMs: z.int(), startedAt: z.int(), event: z.string() });
export type SlowestPosition = z.infer<typeof SLOWEST_POSITION>;

/** What is asked for. */
export interface SlowestQuery {
  scope: ReadScope;
  /** Turns that start at or after this time… */
  from: Instant;
  /** …and before this one. */
  to: Instant;
  /** A developer's id or e-mail as asked for. */
  developer: string | null;
  limit: number;
  after: SlowestPosition | null;
}

/** The slowest of the window. */
export interface SlowestTurns {
  turns: SlowTurn[];
  /** Turns in the window, exact up to 10,000; null beyond. */
  total: number | null;
  next: SlowestPosition | null;
}
