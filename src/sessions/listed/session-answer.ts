/** Rows of `GET /v1/sessions`: parameters and response. */
import { z } from "zod";
import { DEVELOPER_ANSWER } from "../../identity/developers/answer.ts";
import type { ReadScope } from "../../identity/scope.ts";
import { type Agent, AGENTS } from "../../normaliser/dialects/agents.ts";
import type { Instant } from "../../vocabulary/units.ts";

/** One session as a whole. */
export const LISTED_SESSION = z.object({
  sessionId: z.string(),
  developer: DEVELOPER_ANSWER,
  agent: z.enum(AGENTS),
  title: z
    .string()
    .nullable()
    .describe(
      "Written by the judge model when the session had ended; else the beginning of its first prompt; null when that is withheld.",
    ),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().describe("The end of its last work so far."),
  turns: z.int().min(0).describe("Its non-trivial turns."),
  subSessions: z.int().min(0),
  costUsd: z.number().min(0).nullable().describe("Without calls that have no price; null when none has one."),
  errors: z.int().min(0).describe("Model calls and tools that failed."),
});

export type ListedSession = z.infer<typeof LISTED_SESSION>;

/** Where a page ends; sessions come by start, the newest first. */
export const SESSION_POSITION = z.object({ startedAt: z.int(), session: z.string() });
export type SessionPosition = z.infer<typeof SESSION_POSITION>;

/** What is asked for. */
export interface SessionsQuery {
  scope: ReadScope;
  /** Sessions that start at or after this time… */
  from: Instant;
  /** …and before this one. */
  to: Instant;
  /** A developer's id or e-mail as asked for. */
  developer: string | null;
  agent: Agent | null;
  limit: number;
  after: SessionPosition | null;
}

/** One page. */
export interface ListedSessions {
  sessions: ListedSession[];
  /** Exact up to 10,000; null beyond. */
  total: number | null;
  next: SessionPosition | null;
}
