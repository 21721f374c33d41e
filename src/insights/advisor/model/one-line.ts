/** Text of the language model on its way to people. */
import { beginningOf } from "../../../vocabulary/wording/beginning.ts";

/** What a model wrote, in one line and no longer than it may be. */
export function oneLine(most: number, text: string): string {
  return beginningOf(most, text.replace(/[\s\p{Cc}]+/gu, " ").trim());
}
