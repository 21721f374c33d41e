/** Text of the judge model on its way to people. */
import type { Redactor } from "../../../privacy/redactor.ts";
import { beginningOf } from "../../../vocabulary/wording/beginning.ts";
import { withoutDirections } from "../../../vocabulary/wording/visible.ts";

/**
 * Cleans what a model wrote before it is kept.
 *
 * @param redactor - Takes secrets out; signs of direction go first, because one inside a secret would hide it.
 * @param text - As the model wrote it.
 * @returns The text without secrets, halves of characters and signs that reverse the direction of writing.
 */
export function cleanText(redactor: Pick<Redactor, "text">, text: string): string {
  return redactor.text(withoutDirections(text.toWellFormed()), "written");
}

/** What a model wrote, in one line and no longer than it may be. */
export function oneLine(most: number, text: string): string {
  return beginningOf(most, text.replace(/[\s\p{Cc}]+/gu, " ").trim());
}
