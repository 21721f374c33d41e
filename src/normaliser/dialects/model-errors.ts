/** What the failure of a model call means: whether it may work later, and whether money was the reason. */
import type { ModelCall } from "../event.ts";

const RETRYABLE = new Set([408, 409, 429]);
const FIRST_ERROR = 400;
const FIRST_SERVER_ERROR = 500;
const PAYMENT_REQUIRED = 402;
const [TOO_MANY, UNAVAILABLE, OVERLOADED] = [429, 503, 529];

/** Whether an HTTP status stands for a failed call. */
export function isErrorStatus(status: number | null): boolean {
  return status !== null && status >= FIRST_ERROR;
}

/** 408, 409, 429 and 5xx may work later, other errors not; without a status (a broken connection) they may. */
export function isRetryable(status: number | null): boolean {
  return status === null || RETRYABLE.has(status) || status >= FIRST_SERVER_ERROR;
}

/**
 * Returns what a spending limit makes of a failed call: it works no sooner for being asked again.
 *
 * @param status - the HTTP status, null when none is sent
 * @param texts - what the agent says of the error: codes, types and messages; null where it does not
 * @returns nothing where no limit of spending is named
 * @see https://platform.claude.com/docs/en/api/errors and https://platform.openai.com/docs/guides/error-codes for the words
 */
export function spendLimitIn(
  status: number | null,
  texts: readonly (string | null)[],
): Partial<Pick<ModelCall, "retryable" | "spendLimit">> {
  const named = texts.some((text) => text !== null && SPEND_LIMIT.test(text));
  return named || status === PAYMENT_REQUIRED ? { retryable: false, spendLimit: true } : {};
}

const SPEND_LIMIT =
  /spend(?:ing)?[ _-]limit|insufficient[ _](?:quota|credits|balance|funds)|billing[ _](?:hard[ _]limit|error)|credit balance is too low|(?:budget|monthly limit)[ _](?:has been )?exceeded|payment required/i;

/**
 * Returns the HTTP status that an error's message names, for agents that send no status.
 *
 * @param message - as the agent's library words it
 * @returns null where the message names none
 */
export function statusIn(message: string): number | null {
  const written = /\b(?:status(?: code)?|http|error)[ :=]{1,3}([45]\d\d)\b/i.exec(message)?.[1];
  if (written !== undefined) return Number(written);
  if (/too many requests|rate[ _-]limit/i.test(message)) return TOO_MANY;
  if (/\boverloaded(?:_error)?\b/i.test(message)) return OVERLOADED;
  return /service unavailable/i.test(message) ? UNAVAILABLE : null;
}
