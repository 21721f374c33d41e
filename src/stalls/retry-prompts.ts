/** Finds prompts that ask for the same again soon after the work for it ended. */
import type { Event, ModelCall } from "../normaliser/event.ts";
import type { Turn } from "../turns/turn.ts";
import { isRetry } from "../turns/wording/prompt-kind.ts";
import { similarity, wordSetOf } from "../turns/wording/words.ts";
import { type Instant, type Milliseconds, MINUTE } from "../vocabulary/units.ts";
import { perObject } from "../vocabulary/sharing/per-object.ts";
import { mayWorkLater } from "./error-stall.ts";

/** How the work before a prompt ended: with a failed call, broken off by the person, without any, or answered. */
export type Ending = "error" | "interrupt" | "silence" | "answer";

/** A prompt that asks for the same again. */
export interface RetryPrompt {
  at: Instant;
  /** When the prompt that is asked again came. */
  askedAt: Instant;
  /** When the work for that one ended. */
  endedAt: Instant;
  ending: Ending;
}

const NEAR_DUPLICATE = 0.8;
const SOON: Milliseconds = 10 * MINUTE;

/**
 * Finds them, trivial prompts among them.
 *
 * @param turns - A session's turns in order.
 * @see docs/scoring.md, "prompt_retry".
 */
export function findRetryPrompts(turns: readonly Turn[]): RetryPrompt[] {
  const exchanges = turns.flatMap(exchangesIn);
  return exchanges.flatMap((exchange, place) => {
    const before = exchanges[place - 1];
    if (before === undefined || !asksAgain(exchange, before)) return [];
    const { promptedAt: askedAt, endedAt, ending } = before;
    return [{ at: exchange.promptedAt, askedAt, endedAt, ending }];
  });
}

/** A prompt and the work that follows it. */
interface Exchange {
  promptedAt: Instant;
  text: string | null;
  endedAt: Instant;
  ending: Ending;
}

const exchangesIn = perObject(exchangesOf);

function exchangesOf({ events }: Turn): Exchange[] {
  const exchanges: Exchange[] = [];
  for (const event of events) {
    if (event.kind === "prompt") {
      const { at, text } = event;
      exchanges.push({ promptedAt: at, text, endedAt: at, ending: "silence" });
      continue;
    }
    const current = exchanges.at(-1);
    if (current === undefined) continue;
    current.endedAt = Math.max(current.endedAt, event.at);
    current.ending = endingAfter(event) ?? current.ending;
  }
  return exchanges;
}

function endingAfter(event: Event): Ending | null {
  if (event.kind === "model_call") return event.result === "failed" && isPassing(event) ? "error" : "answer";
  if (event.kind === "interrupt" || (event.kind === "decision" && event.verdict === "interrupt"))
    return "interrupt";
  return null;
}

/** What was refused for money may not pass. */
function isPassing({ status, spendLimit }: ModelCall): boolean {
  return spendLimit !== true && mayWorkLater(status);
}

function asksAgain({ promptedAt, text }: Exchange, before: Exchange): boolean {
  if (text === null || promptedAt < before.endedAt || promptedAt - before.endedAt > SOON) return false;
  return isRetry(text) || (before.text !== null && isAlike(text, before.text));
}

function isAlike(text: string, other: string): boolean {
  return similarity(wordSetOf(text), wordSetOf(other)) >= NEAR_DUPLICATE;
}
