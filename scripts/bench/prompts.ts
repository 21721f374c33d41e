/** Bodies of prompts of one session and nothing else: what a session of very many turns is sent as. */
import { timestamp } from "../../src/demo/wires/values.ts";
import { keyValues, nanoseconds } from "../../src/vocabulary/sending/otlp-values.ts";
import { HOUR, type Milliseconds, SECOND } from "../../src/vocabulary/units.ts";
import { bodyOf } from "./team.ts";

export const PROMPTS_A_BODY = 10_000;

/** Which prompts of which session. */
interface PromptsOf {
  session: string;
  first: number;
  count: number;
  /** Of the first prompt of all; hours ago when absent. */
  startsAt?: Milliseconds;
  more?: Record<string, string>;
}

/** Returns a body with a prompt for each tenth of a second. */
export function bodyOfPrompts({ session, first, count, startsAt, more = {} }: PromptsOf): string {
  const start = startsAt ?? Date.now() - 20 * HOUR;
  const records = Array.from({ length: count }, (_, place) => {
    const at = start + Math.round(((first + place) * SECOND) / 10);
    const prompt = `Change number ${first + place} in src/file-${(first + place) % 97}.ts, please.`;
    const attributes = {
      "session.id": session,
      "event.name": "user_prompt",
      "event.timestamp": timestamp(at),
      prompt,
      prompt_length: String(prompt.length),
      ...more,
    };
    return {
      timeUnixNano: nanoseconds(at),
      body: { stringValue: "claude_code.user_prompt" },
      attributes: keyValues(attributes),
    };
  });
  return bodyOf(records);
}
