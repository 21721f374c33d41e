/** What a call took in tokens: as its server counted them where that can be, else as they are estimated here. */
import type { Tokens } from "../../vocabulary/units.ts";
import { estimateTokens } from "../budget.ts";
import type { CallOutcome, ModelRequest, Usage } from "./model-client.ts";

/** A call that ended without an answer: nobody says what it took. */
export const UNTOLD: Usage = { inputTokens: 0, outputTokens: 0 };

/** A server may add instructions to a question, and count thoughts that it does not send, up to so many tokens. */
const MOST_UNSEEN: Tokens = 32_768;

/**
 * Returns what a call took.
 *
 * @param outcome - How the call ended.
 * @param request - What was sent.
 * @param disbelieve - Is called when the server's counts cannot be, and are not used.
 * @returns Whole tokens: the server's where they are possible, else an estimate on the high side.
 */
export function usageOf(
  outcome: CallOutcome,
  { messages, answer, maxOutputTokens }: ModelRequest,
  disbelieve: () => void,
): Usage {
  if (outcome.kind !== "said" && outcome.kind !== "refused") return UNTOLD;
  const said = outcome.kind === "said" ? outcome.text : "";
  const sent = messages.map(({ content }) => content).join("\n");
  const { usage } = outcome;
  if (usage !== null) {
    // a token holds a byte at least
    const mostInput = Buffer.byteLength(sent) + Buffer.byteLength(JSON.stringify(answer.schema));
    const mostOutput = Math.max(maxOutputTokens, Buffer.byteLength(said));
    if (isPossible(usage.inputTokens, mostInput) && isPossible(usage.outputTokens, mostOutput)) return usage;
    disbelieve();
  }
  // some servers do not count at all: a budget would never end
  return { inputTokens: estimateTokens(sent), outputTokens: estimateTokens(said) };
}

function isPossible(counted: Tokens, mostSeen: Tokens): boolean {
  return Number.isSafeInteger(counted) && counted >= 0 && counted <= mostSeen + MOST_UNSEEN;
}
