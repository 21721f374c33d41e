/** One turn with all its numbers, as exports have it. */
import { z } from "zod";
import { DEVELOPER_ANSWER } from "../../identity/developers/answer.ts";

const COUNT = z.int().min(0);
const TOKENS = COUNT.nullable().describe("null: no call reports it.");
const LINES = COUNT.nullable().describe("null: the agent's edits report no lines.");

export const TURN_ROW = z.object({
  turnId: z.string(),
  sessionId: z.string(),
  turnIndex: COUNT.describe("Counts from 1 within the session; 0 is work before the first prompt."),
  developer: DEVELOPER_ANSWER,
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().describe("The end of its last work."),
  durationMs: COUNT.describe("From its prompts to the end of the work that follows each."),
  modelMs: COUNT.describe("Its model calls' durations added up; calls side by side count twice."),
  toolMs: COUNT.describe("Its tool calls' durations added up."),
  model: z.string().nullable().describe("The model of most of its calls; null: none is named."),
  promptId: z.string().nullable().describe("null before the session's first prompt."),
  promptChars: COUNT.nullable().describe("null: the length is not known, or there is no prompt."),
  trivial: z
    .boolean()
    .nullable()
    .describe("Whether the prompt asks for nothing; null: no prompt, or its text was lost."),
  repair: z.boolean().describe("Whether it repairs what the agent did before."),
  modelCalls: COUNT.describe("Successful ones, without helpers'."),
  failedModelCalls: COUNT,
  unknownModelCalls: COUNT.describe("Those of which only the beginning is known."),
  toolCalls: COUNT,
  failedToolCalls: COUNT,
  tokens: z.object({
    input: TOKENS.describe("Without what a cache gave or took. null: no call reports it."),
    output: TOKENS.describe("Reasoning included. null: no call reports it."),
    cacheRead: TOKENS,
    cacheWrite: TOKENS,
  }),
  linesAdded: LINES,
  linesRemoved: LINES,
});

export type ListedTurn = z.infer<typeof TURN_ROW>;

/** Where a page ends; turns come by start, the newest first. */
export interface TurnPosition {
  startedAt: number;
  event: string;
}
