/** `GET /v1/sessions/{id}/conversation`: what is asked for, and what is answered. */
import { z } from "zod";
import type { DeveloperAnswer } from "../../identity/developers/answer.ts";
import type { ReadScope } from "../../identity/scope.ts";
import type { AgentSessionId } from "../../vocabulary/held-name.ts";

const TEXT = z.string().nullable();

/** One prompt, and what was answered to it. */
export const CONVERSATION_PROMPT = z.object({
  promptId: z.string(),
  turnIndex: z.int(),
  at: z.iso.datetime(),
  text: TEXT,
  missing: z.enum(["withheld", "lost"]).nullable().describe("Why there is no text."),
  answers: z.array(
    z.object({ at: z.iso.datetime(), text: TEXT.describe("null: withheld."), isCut: z.boolean() }),
  ),
  answersMissing: z
    .enum(["not_sent", "removed", "unread"])
    .nullable()
    .describe("`removed`: with old records; `unread`: too many records to read."),
});
export type ConversationPrompt = z.infer<typeof CONVERSATION_PROMPT>;

/** Where a page ends. */
export const CONVERSATION_POSITION = z.object({ at: z.number(), id: z.string() });
export type ConversationPosition = z.infer<typeof CONVERSATION_POSITION>;

/** What is asked for. */
export interface ConversationQuery {
  scope: ReadScope;
  /** As the agent gave it; of several sessions with it the one that began last is meant. */
  sessionId: AgentSessionId;
  limit: number;
  after: ConversationPosition | null;
}

/** One page. */
export interface ConversationPage {
  developer: DeveloperAnswer;
  prompts: ConversationPrompt[];
  next: ConversationPosition | null;
}
