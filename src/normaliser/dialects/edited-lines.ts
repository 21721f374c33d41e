/** How many lines an edit wrote, by its arguments. */
import type { FileEdit } from "../event.ts";
import type { PlainValue } from "../records/record.ts";
import { member } from "./tool-arguments.ts";

const OLD_KEYS = ["old_str", "old_string", "oldString", "before"] as const;
const NEW_KEYS = ["new_str", "new_string", "newString", "after"] as const;
const WHOLE_KEYS = ["file_text", "content"] as const;

/**
 * Returns the lines that an edit put into a file and took out of it.
 *
 * @param given - the arguments of the edit's tool call
 * @returns null where the arguments are withheld or name no text; lines that stay the same around a change count as
 * neither
 */
export function linesGiven(given: PlainValue): Pick<FileEdit, "added" | "removed"> {
  const [before, after] = [textUnder(given, OLD_KEYS), textUnder(given, NEW_KEYS)];
  if (after !== null) return linesChanged(linesOf(before ?? ""), linesOf(after));
  const whole = textUnder(given, WHOLE_KEYS);
  return whole === null ? { added: null, removed: null } : { added: linesOf(whole).length, removed: 0 };
}

function linesChanged(before: readonly string[], after: readonly string[]) {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { added: after.length - start - end, removed: before.length - start - end };
}

/** Returns the text's lines; a line break at its end begins none. */
function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

function textUnder(given: PlainValue, keys: readonly string[]): string | null {
  for (const key of keys) {
    const text = member(given, key);
    if (typeof text === "string") return text;
  }
  return null;
}
