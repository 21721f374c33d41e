/** What the Claude Code plugin, or a coding agent's own hook, says about a prompt or the response to one. */
import type { Identity } from "../../identity/developers/developer.ts";

/** What it is, as `event.name` of the record that is stored. */
export type CapturedEvent = "prompt" | "prompt_response";

/** The names under which it is stored; they decide what a capture mode keeps and where the redactor looks closer. */
export const CAPTURED_ATTRIBUTES = {
  promptId: "prompt.id",
  turnIndex: "turn_index",
  promptText: "prompt",
  promptLength: "prompt_length",
  responseText: "response_text",
  responseLength: "response_length",
  cwd: "cwd",
  durationMs: "duration_ms",
  model: "model",
  inputTokens: "usage.input_tokens",
  outputTokens: "usage.output_tokens",
  cacheReadTokens: "usage.cache_read_tokens",
  cacheCreationTokens: "usage.cache_creation_tokens",
} as const;

/** On the resource: the hidden folder in which the agent keeps its transcripts, where no agent was named. */
export const TRANSCRIPT_SOURCE = "transcript.source";

/** Lengths are in code points, those of the whole text where what is kept of it was cut; null is not known. */
export type CapturedFacts = Partial<
  Record<keyof typeof CAPTURED_ATTRIBUTES, string | number | null | undefined>
>;

export interface Captured {
  event: CapturedEvent;
  sessionId: string;
  /** When it happened: as reported, else when it arrived. */
  atUnixNano: string;
  /** As it was sent; null when it was not. */
  agent: string | null;
  /** Such as ".claude"; null when no transcript was named, or the agent was. */
  transcript: string | null;
  /** Whom the caller names; null when nobody was named. */
  developer: Identity | null;
  facts: CapturedFacts;
}
