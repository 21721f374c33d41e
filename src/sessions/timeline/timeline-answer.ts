/** `GET /v1/sessions/{id}/timeline`: parameters and response. */
import { z } from "zod";
import type { ReadScope } from "../../identity/scope.ts";
import { SUB_SESSION_ROW } from "../../metrics/sub-sessions/sub-session-answer.ts";
import { type ListedSession, LISTED_SESSION } from "../listed/session-answer.ts";
import type { AgentSessionId } from "../../vocabulary/held-name.ts";

const COUNT = z.int().min(0);
const TOKENS = COUNT.nullable();
const USD = z.number().min(0).nullable().describe("null when the call has no price.");
const TURN_INDEX = COUNT.describe("Counts from 1; 0 is work before the first prompt.");

const WHEN = {
  at: z.iso.datetime().describe("When it began."),
  durationMs: z.number().min(0).nullable().describe("null when the agent does not report it."),
};

/** One thing that happened. */
const TIMELINE_ENTRY = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("boundary"),
    ...WHEN,
    subSessionId: z.string(),
    subSessionIndex: COUNT,
    boundary: z.enum(["session", "reset", "directory", "idle", "inferred", "override"]),
  }),
  z.object({
    kind: z.literal("turn"),
    ...WHEN,
    turnIndex: TURN_INDEX,
    promptId: z.string().nullable().describe("As lists of prompts name it."),
    text: z.string().nullable().describe("The beginning of the prompt; null when it is withheld."),
    trivial: z.boolean().nullable(),
    repair: z.boolean().describe("Whether it repairs what the agent did before."),
    calls: COUNT.describe("Successful model calls."),
    tools: COUNT,
    costUsd: z
      .number()
      .min(0)
      .nullable()
      .describe("Without calls that have no price; null when none has one."),
  }),
  z.object({
    kind: z.literal("model_call"),
    ...WHEN,
    turnIndex: TURN_INDEX,
    model: z.string().nullable(),
    result: z.enum(["succeeded", "unknown"]).describe("`unknown`: its end was lost or withheld."),
    firstTokenMs: z.number().min(0).nullable(),
    tokens: z.object({ input: TOKENS, output: TOKENS, cacheRead: TOKENS, cacheCreation: TOKENS }),
    contextShare: z
      .number()
      .min(0)
      .nullable()
      .describe("How much of the model's context window it read; null where that is not known."),
    costUsd: USD,
    helper: z.boolean().describe("The agent's own work on a title or a summary."),
  }),
  z.object({
    kind: z.literal("error"),
    ...WHEN,
    turnIndex: TURN_INDEX,
    model: z.string().nullable(),
    status: z.int().nullable().describe("The HTTP status of the failed model call."),
    retryable: z.boolean().nullable(),
  }),
  z.object({
    kind: z.literal("tool"),
    ...WHEN,
    turnIndex: TURN_INDEX,
    name: z.string(),
    ok: z.boolean().nullable(),
    rejected: z.boolean(),
    command: z.string().nullable().describe("The beginning of the command line of a shell."),
    exitCode: z.int().nullable(),
    files: z.array(
      z.object({ path: z.string().nullable(), added: z.int().nullable(), removed: z.int().nullable() }),
    ),
  }),
  z.object({
    kind: z.literal("decision"),
    ...WHEN,
    turnIndex: TURN_INDEX,
    verdict: z.enum(["accept", "reject", "interrupt"]),
    by: z.enum(["person", "automatic"]),
  }),
  z.object({ kind: z.literal("stall"), ...WHEN }),
  z.object({
    kind: z.literal("reset"),
    ...WHEN,
    turnIndex: TURN_INDEX,
    what: z.enum(["reset", "compaction"]),
    trigger: z.enum(["manual", "automatic"]).nullable(),
  }),
]);

export type TimelineEntry = z.infer<typeof TIMELINE_ENTRY>;

/** The answer without its cursor. */
export const TIMELINE = z.object({
  session: LISTED_SESSION,
  recordsRemoved: z
    .boolean()
    .describe("Whether retention has removed raw records of it. What was computed from them stays."),
  subSessions: z
    .array(SUB_SESSION_ROW)
    .describe("The earliest first, the same on every page; only the first page has `turnEntries`."),
  entries: z.array(TIMELINE_ENTRY).describe("The earliest first."),
});

/** Where a page ends. */
export const TIMELINE_POSITION = z.object({ at: z.number(), rank: z.int(), id: z.string() });
export type TimelinePosition = z.infer<typeof TIMELINE_POSITION>;

/** What is asked for. */
export interface TimelineQuery {
  scope: ReadScope;
  /** As the agent gave it; of several sessions with it the one that began last is meant. */
  sessionId: AgentSessionId;
  limit: number;
  after: TimelinePosition | null;
}

/** One page. */
export interface TimelinePage {
  session: ListedSession;
  recordsRemoved: boolean;
  subSessions: z.infer<typeof SUB_SESSION_ROW>[];
  entries: TimelineEntry[];
  next: TimelinePosition | null;
}
