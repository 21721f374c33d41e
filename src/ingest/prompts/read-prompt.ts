/** From a body that the Claude Code plugin posts to what is kept of it. */
import type { z } from "zod";
import { EMAIL, type Identity, NAMED_DEVELOPER } from "../../identity/developers/developer.ts";
import { derivedId } from "../../vocabulary/hash.ts";
import type { Captured, CapturedFacts } from "./captured.ts";
import { cutText } from "./cut-text.ts";
import { millisecondsOf, type PROMPT_BODY, type RESPONSE_BODY } from "./prompt-body.ts";

type PromptBody = z.output<typeof PROMPT_BODY>;
type ResponseBody = z.output<typeof RESPONSE_BODY>;

/** What is known in addition to the body. */
export interface Circumstances {
  organization: string;
  /** No two requests of a process have the same. */
  arrivedUnixNano: bigint;
  /** The longest text that is kept, in code points. */
  maxChars: number;
}

/** A prompt; where the caller gave no id, it has one made of organization, session, time and text. */
export function readPrompt(
  body: PromptBody,
  circumstances: Circumstances,
): Captured & { facts: { promptId: string } } {
  const common = readAny(body, circumstances);
  const whole = body.prompt_text ?? body.prompt ?? "";
  const { text, length } = cutText(whole, circumstances.maxChars);
  const { organization } = circumstances;
  const made = () => derivedId("prompt", organization, common.sessionId, common.atUnixNano, whole);
  const promptId = body.prompt_id ?? made();
  const { turn_index: turnIndex, cwd } = body;
  const facts = { promptId, turnIndex, promptText: text, promptLength: length, cwd };
  return { ...common, event: "prompt", facts };
}

/** The response to a prompt. */
export function readResponse(body: ResponseBody, circumstances: Circumstances): Captured {
  const { prompt_id, turn_index, duration_ms, model, usage } = body;
  const whole = body.response_text ?? body.last_assistant_message ?? null;
  const kept = whole === null ? null : cutText(whole, circumstances.maxChars);
  const facts = {
    promptId: prompt_id,
    turnIndex: turn_index,
    responseText: kept?.text,
    responseLength: kept?.length,
    durationMs: duration_ms,
    model,
    ...(usage ? tokensOf(usage) : {}),
  };
  return { ...readAny(body, circumstances), event: "prompt_response", facts };
}

function tokensOf(usage: NonNullable<ResponseBody["usage"]>): CapturedFacts {
  return {
    inputTokens: usage.input_tokens,
    outputTokens: usage.output_tokens,
    cacheReadTokens: usage.cache_read_input_tokens,
    cacheCreationTokens: usage.cache_creation_input_tokens,
  };
}

function readAny(
  body: PromptBody | ResponseBody,
  { arrivedUnixNano }: Circumstances,
): Omit<Captured, "event" | "facts"> {
  const { session_id: sessionId, agent = null, timestamp = null, developer = null } = body;
  return {
    sessionId,
    atUnixNano: timestamp === null ? String(arrivedUnixNano) : `${millisecondsOf(timestamp)}000000`,
    agent,
    transcript: agent === null ? transcriptSource(body.transcript_path ?? "") : null,
    developer: developer === null ? null : developerNamed(developer),
  };
}

function developerNamed(name: string): Identity {
  return { kind: name.includes("@") ? EMAIL : NAMED_DEVELOPER, value: name };
}

/** `/home/ada/.claude/projects/x.jsonl` is in `.claude`; which agent's that is, dialects know. */
function transcriptSource(path: string): string | null {
  return /[\\/](\.[a-z][a-z-]{1,30})[\\/]/.exec(path)?.[1] ?? null;
}
