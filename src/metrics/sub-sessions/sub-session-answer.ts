/** Rows of `GET /scoring/sub-sessions` and its list by session: parameters and response. */
import { z } from "zod";
import { DEVELOPER_ANSWER } from "../../identity/developers/answer.ts";
import type { ReadScope } from "../../identity/scope.ts";
import { AGENTS } from "../../normaliser/dialects/agents.ts";
import { type Outcome, OUTCOMES } from "../../turns/outcomes/outcome-kind.ts";
import { SAID } from "../../turns/outcomes/said-outcome.ts";
import { TURN_ENTRY } from "./turn-entry-answer.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { AgentSessionId, SessionName } from "../../vocabulary/held-name.ts";

const SSE = z.number().min(0).max(100).nullable();
const AMOUNT = z.number().min(0).nullable();

function axis(unit: string) {
  return z.object({
    actual: AMOUNT.describe(`${unit} that its turns took; null when the axis is missing.`),
    earned: AMOUNT.describe("What they earned, after the outcome's cap."),
    axis: z.number().min(-1).max(1).nullable().describe("ln(earned / actual), cut to −1…1; more is better."),
  });
}

/** What SSE is made of. */
export const BREAKDOWN = z.object({
  tokens: axis("Token-equivalents"),
  turns: axis("Prompts"),
  humanTime: axis("Seconds"),
  undone: z.object({
    humanTimeEarned: AMOUNT.describe("Seconds earned where undone work counts half, as Speed has it."),
  }),
  cap: z
    .enum(["partial", "abandoned"])
    .nullable()
    .describe("The outcome that limits what was earned; null where none does."),
  changeTurns: z.int().min(0).describe("Its turns that changed something."),
  latency: z.object({
    medianMsPerToken: AMOUNT.describe("Of its model calls, shown and not scored."),
  }),
});

export type Breakdown = z.infer<typeof BREAKDOWN>;

/** One sub-session with what its SSE is made of, and why it begins where it does. */
export const SUB_SESSION_ROW = z.object({
  id: z.string(),
  sessionId: z.string(),
  developer: DEVELOPER_ANSWER,
  agent: z.enum(AGENTS),
  index: z.int().min(0).describe("Counts from 0 within the session."),
  title: z
    .string()
    .nullable()
    .describe(
      "Written by the judge model when its session had ended; else the beginning of its first prompt; null when that is withheld.",
    ),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  turns: z.int().min(0).describe("Its non-trivial turns."),
  outcome: z.enum(OUTCOMES),
  said: SAID,
  scoreable: z.boolean().describe("Whether it is counted in scores."),
  sse: SSE,
  size: z.number().min(1).describe("Of files, lines and tool calls; no score uses it."),
  bucket: z.int().min(0).max(8).describe("The binary logarithm of its size."),
  breakdown: BREAKDOWN,
  turnEntries: z
    .array(TURN_ENTRY)
    .optional()
    .describe("With `turns=true`: the account of each of its turns."),
  scoringVersion: z.string(),
  boundary: z.object({
    kind: z.enum(["session", "reset", "directory", "idle", "inferred", "override"]),
    p: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe("The probability of an inferred boundary; null for the others."),
    confidence: z.enum(["normal", "low"]).nullable(),
    overridden: z.boolean().describe("Whether a person confirmed or set it."),
  }),
});

export type SubSessionAnswer = z.infer<typeof SUB_SESSION_ROW>;

/** One session and its sub-sessions that start in the window. */
export const SESSION_ROW = z.object({
  sessionId: z.string(),
  developer: DEVELOPER_ANSWER,
  sse: SSE.describe(
    "The mean of its scoreable sub-sessions, weighted by their turns that changed something.",
  ),
  subSessions: z.array(SUB_SESSION_ROW).describe("The earliest first."),
});

export type SessionRow = z.infer<typeof SESSION_ROW>;

/** Where a page ends; rows come by start, then id, the newest first. */
export const SUB_SESSION_POSITION = z.object({ startedAt: z.int(), id: z.string() });
export type SubSessionPosition = z.infer<typeof SUB_SESSION_POSITION>;

/** What is asked for, by both lists. */
export interface SubSessionsQuery {
  scope: ReadScope;
  /** Sub-sessions that start at or after this time… */
  from: Instant;
  /** …and before this one. */
  to: Instant;
  /** A developer's id or e-mail as asked for. */
  developer: string | null;
  /** Only rows with these ids of developers; left out or null for all that may be read. */
  among?: readonly string[] | null;
  /** By the id that an agent gave, or by its name; null for all. */
  session: { id: AgentSessionId } | { name: SessionName } | null;
  /** null for any. */
  outcome: Outcome | null;
  /** Only those that are counted in scores, or only the others; null for both. */
  scoreable: boolean | null;
  /** Whether the accounts of turns are wanted. */
  turns: boolean;
  limit: number;
  /** The last row of the page before, of a session its first sub-session; null for the first page. */
  after: SubSessionPosition | null;
}

/** One page of sub-sessions. */
export interface SubSessionsPage {
  subSessions: SubSessionAnswer[];
  /** Rows on all pages, exact up to 10,000; null beyond. */
  total: number | null;
  /** null when this is the last page. */
  next: SubSessionPosition | null;
}

/** One page of sessions. */
export interface SessionsPage {
  sessions: SessionRow[];
  /** Rows on all pages, exact up to 10,000; null beyond. */
  total: number | null;
  /** null when this is the last page. */
  next: SubSessionPosition | null;
}
