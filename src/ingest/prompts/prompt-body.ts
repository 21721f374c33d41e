/** The bodies that the Claude Code plugin posts; a coding agent's own hook payload is one without any change. */
import { z } from "zod";
import type { Instant } from "../../vocabulary/units.ts";

/** Longer ids are no agent's. */
const LONGEST_NAME = 500;
const NAME = z.string().min(1).max(LONGEST_NAME);
const COUNT = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
const TEXT = z.string().min(1);

const TIME_EXPECTED = "expected an ISO 8601 time with an offset, or milliseconds since 1970";
/** What 64 bits of nanoseconds can hold. */
const LATEST_MS = 18_446_744_073_709;

/** When something happened, as bodies report it. */
export function millisecondsOf(timestamp: string | number): Instant {
  return typeof timestamp === "number" ? timestamp : Date.parse(timestamp);
}

const INSTANT = z.iso.datetime({ offset: true });

function isOtlpTime(timestamp: string | number): boolean {
  const isTime =
    typeof timestamp === "number" ? Number.isInteger(timestamp) : INSTANT.safeParse(timestamp).success;
  const at = millisecondsOf(timestamp);
  return isTime && at >= 0 && at <= LATEST_MS;
}

/** What both bodies may hold. Unknown fields are ignored: hooks send more with each release. */
const ANY_CAPTURE = {
  session_id: NAME,
  prompt_id: NAME.nullish().describe(
    "The same id twice in a session is one prompt; without one each is new.",
  ),
  turn_index: COUNT.nullish(),
  agent: NAME.nullish().describe("The agent as `GET /v1/agents` names it, such as codex."),
  timestamp: z
    .union([z.string(), z.number()], { error: TIME_EXPECTED })
    .refine(isOtlpTime, { error: TIME_EXPECTED })
    .nullish()
    .describe("ISO 8601 with an offset, or milliseconds since 1970; the arrival where it is left out."),
  developer: NAME.nullish().describe(
    "An id or an e-mail; of a key that is bound to somebody it counts nothing.",
  ),
  transcript_path: z
    .string()
    .nullish()
    .describe("A hook's own: names the agent where nothing else does; not stored."),
};

/** `POST /v1/prompts`. */
export const PROMPT_BODY = z
  .looseObject({
    ...ANY_CAPTURE,
    prompt_text: TEXT.nullish().describe("What was asked; a hook calls it prompt. One of them is needed."),
    prompt: TEXT.nullish(),
    cwd: z.string().nullish(),
  })
  .refine(({ prompt_text, prompt }) => (prompt_text ?? prompt ?? null) !== null, {
    path: ["prompt_text"],
    error: "expected a text that is not empty",
  });

/** `POST /v1/prompts/response`. */
export const RESPONSE_BODY = z.looseObject({
  ...ANY_CAPTURE,
  response_text: z
    .string()
    .nullish()
    .describe("What the agent said last; a hook calls it last_assistant_message."),
  last_assistant_message: z.string().nullish(),
  duration_ms: z.number().min(0).nullish().describe("From the prompt to the end of the work."),
  model: z.string().nullish(),
  usage: z
    .looseObject({
      input_tokens: COUNT.nullish(),
      output_tokens: COUNT.nullish(),
      cache_read_input_tokens: COUNT.nullish(),
      cache_creation_input_tokens: COUNT.nullish(),
    })
    .nullish()
    .describe("Tokens of the whole turn; input_tokens are those that no cache held."),
});

/** What both paths answer. */
export const CAPTURED_PROMPT = z.object({
  promptId: z.string().describe("The caller's, else one made of organization, session, time and text."),
  turnIndex: z.int().nullable().describe("The caller's."),
});
export const CAPTURED_RESPONSE = z.object({ promptId: z.string().nullable().describe("The caller's.") });
