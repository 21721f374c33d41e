/** What is judged, by its identity: the same prompt after the same prompts is judged once. */

import { derivedId } from "../vocabulary/hash.ts";

/** So many prompts before the one that is judged are shown with it. */
export const CONTEXT_PROMPTS = 3;

/** The form of the key; another one would take the marks from every prompt. */
const KEY_FORM = "1";

/** Code points of each of them. */
export const CONTEXT_CHARS = 2_000;

/**
 * The identity of what is judged: another text or other prompts before it are something else.
 *
 * @returns 32 lower-case hex digits.
 * @remarks Takes the prompt and its context, redacted.
 */
export function contentKey(text: string, context: readonly string[]): string {
  return derivedId(JSON.stringify([KEY_FORM, text, ...context]));
}

/**
 * What is shown of the prompts before the one that is judged.
 *
 * @param earlier - The session's non-trivial prompts whose text is known, up to the one that is judged,
 *   oldest first.
 */
export function contextFrom(earlier: readonly string[]): string[] {
  return earlier.slice(-CONTEXT_PROMPTS).map(beginningOf);
}

/** Cuts between code points. */
function beginningOf(text: string): string {
  if (text.length <= CONTEXT_CHARS) return text;
  return Array.from(text.slice(0, 2 * CONTEXT_CHARS))
    .slice(0, CONTEXT_CHARS)
    .join("");
}
