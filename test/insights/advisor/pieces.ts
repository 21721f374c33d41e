/** Pieces of work as an agent logs them: prompts, where some correct the one before, and what they cost. */
import { MINUTE, type Milliseconds, SECOND } from "../../../src/vocabulary/units.ts";
import { logsBody } from "../../normaliser/captured.ts";

/** One session of prompts that come every five minutes. */
export interface Piece {
  session: string;
  at: Milliseconds;
  /** As the records report; nobody when absent. */
  email?: string;
  /** What is asked; a usual request with two corrections when absent. */
  prompts?: readonly string[];
  /** Uncached input tokens of each call. */
  inputTokens?: number;
  /** Whether the agent withholds what is asked. */
  withholds?: boolean;
}

export const REQUEST = "Add a date filter to the report in src/report/filter.ts";
export const CORRECTIONS = [
  "That is wrong, I said the filter belongs into src/report/filter.ts",
  "No, that's not what I meant. Keep the signature as it was",
];

const CORRECTED = [REQUEST, ...CORRECTIONS, "Show the filter above the table"];

/** Returns a body for `/v1/logs`. */
export function pieceOfWork({ session, at, email, prompts = CORRECTED, ...how }: Piece): object {
  const own = { "session.id": session, ...(email !== undefined && { "user.email": email }) };
  const records = prompts.flatMap((text, index) => {
    const askedAt = at + index * 5 * MINUTE;
    const prompt = how.withholds === true ? { prompt_length: text.length } : { prompt: text };
    const call = { "event.name": "api_request", model: "m", input_tokens: how.inputTokens ?? 900 };
    const edit = { "event.name": "tool_result", tool_name: "Edit", success: "true" };
    return [
      { at: askedAt, attributes: { ...own, "event.name": "user_prompt", ...prompt } },
      { at: askedAt + MINUTE, attributes: { ...own, ...edit } },
      {
        at: askedAt + 4 * MINUTE,
        attributes: { ...own, ...call, output_tokens: 90, duration_ms: 200 * SECOND },
      },
    ];
  });
  return logsBody("claude-code", records);
}
