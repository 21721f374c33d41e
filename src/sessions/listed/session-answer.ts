/** Rows of `GET /v1/sessions`: parameters and response. */
import { z } from "zod";
import { DEVELOPER_ANSWER } from "../../identity/developers/answer.ts";
import type { ReadScope } from "../../identity/scope.ts";
import { type Agent, AGENTS } from "../../normaliser/dialects/agents.ts";
import { type Outcome, OUTCOMES } from "../../turns/outcomes/outcome-kind.ts";
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
  labels: z.array(z.string()).describe("Such as `team.id:platform`, under the names that an admin gave."),
});

export type ListedSession = z.infer<typeof LISTED_SESSION>;

/** What may have happened in a session: something failed, or a prompt repairs what the agent did. */
const SESSION_FLAGS = ["failed", "repair"] as const;
export type SessionFlag = (typeof SESSION_FLAGS)[number];

/** What the sessions of a list must have; null, or no model, where any will do. */
export interface SessionsHaving {
  agent: Agent | null;
  /** A call of this model. */
  model: string | null;
  /** A use of this tool, and of a tool of this MCP server. */
  tool: string | null;
  mcpServer: string | null;
  /** A call of a model that is named and is none of these. */
  otherThan: readonly string[];
  /** A cost above this, in USD, without calls that have no price. */
  costOverUsd: number | null;
  /** A sub-session with this outcome. */
  outcome: Outcome | null;
  flag: SessionFlag | null;
  /** A part of the title of the session or of one of its sub-sessions, whatever its case. */
  searched: string | null;
}

/** The calls in all sessions of a list, of the models that it is filtered by. */
export const LISTED_CALLS = z.object({
  calls: z.int().min(0),
  unpricedCalls: z.int().min(0),
  costUsd: z.number().min(0).describe("Without calls that have no price."),
});

export type ListedCalls = z.infer<typeof LISTED_CALLS>;

/** Parameters of those filters. */
export const SESSIONS_HAVING = {
  agent: z.enum(AGENTS).optional().describe("Only sessions of this agent."),
  model: z.string().min(1).optional().describe("Only sessions with a call of this model."),
  tool: z.string().min(1).optional().describe("Only sessions that used this tool."),
  mcp_server: z.string().min(1).optional().describe("Only sessions that used a tool of this MCP server."),
  other_than: z
    .string()
    .min(1)
    .optional()
    .describe("Only sessions with a call of another model than these; names with commas between them."),
  cost_over_usd: z.coerce
    .number({ error: "expected an amount of USD" })
    .min(0)
    .optional()
    .describe("Only sessions that cost more than this."),
  outcome: z.enum(OUTCOMES).optional().describe("Only sessions with a sub-session of this outcome."),
  flag: z
    .enum(SESSION_FLAGS)
    .optional()
    .describe("`failed`: a model call or tool failed; `repair`: a prompt repairs what the agent did."),
};

/** What a list of sessions may be sorted by. */
export const SESSION_SORTS = ["started", "turns", "failed", "cost"] as const;
export type SessionSort = (typeof SESSION_SORTS)[number];

/** Where a page ends: the number that the last session is sorted by, such as its start in milliseconds. */
export const SESSION_POSITION = z.object({ place: z.int(), session: z.string() });
export type SessionPosition = z.infer<typeof SESSION_POSITION>;

/** What is asked for. */
export interface SessionsQuery extends SessionsHaving {
  scope: ReadScope;
  /** Sessions that start at or after this time… */
  from: Instant;
  /** …and before this one. */
  to: Instant;
  /** A developer's id or e-mail as asked for. */
  developer: string | null;
  sort: SessionSort;
  order: "asc" | "desc";
  limit: number;
  after: SessionPosition | null;
}

/** One page. */
export interface ListedSessions {
  sessions: ListedSession[];
  /** Exact up to 10,000; null beyond. */
  total: number | null;
  calls: ListedCalls;
  next: SessionPosition | null;
}
