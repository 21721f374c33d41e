/** Text of people and agents on its way to a model that asks: marked, so that it is not taken for an instruction. */
import { newCode } from "../judge/marked-text.ts";

/** Longer texts are cut: an answer is small, and its link shows the whole. */
const LONGEST = 300;

/** Characters that nobody sees, in which instructions can be hidden. */
const UNSEEN = /[\p{Cc}\p{Cf}]+/gu;

/** Returns the text in one line, without characters that nobody sees, and cut. */
export function inOneLine(text: string): string {
  const line = text.toWellFormed().replace(UNSEEN, " ").trim();
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST).toWellFormed()}…`;
}

/** Marks text of one answer. */
export type Marked = (text: string | null) => string;

/**
 * Makes the marks of one answer. A text is between two marks with a code that nobody can have written into it, as a
 * JSON string without `<`: it can neither end its mark nor begin another.
 */
export function newMarks(): Marked {
  const mark = `untrusted-${newCode()}`;
  return (text) => {
    if (text === null) return "(withheld)";
    const quoted = JSON.stringify(inOneLine(text)).replaceAll("<", "\\u003c");
    return `<${mark}>${quoted}</${mark}>`;
  };
}
