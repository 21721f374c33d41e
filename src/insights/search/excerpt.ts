/** The part of a text around the first word that was asked for, in pieces that say what was found. */
import { z } from "zod";
import { isAsked, type Question, wordsIn } from "./question.ts";

export const PIECE = z.object({ text: z.string(), found: z.boolean().describe("Whether it was asked for.") });
export type Piece = z.infer<typeof PIECE>;

/** So many characters are shown before the first word that was found… */
const BEFORE = 60;
/** …and in all. */
const LONGEST = 280;

/** Returns the pieces, which are plain text; of a text without the words its beginning. */
export function excerptOf(text: string, question: Question): Piece[] {
  const marks = wordsIn(text).filter(({ word }) => isAsked(question, word));
  const from = startBefore(text, marks[0]?.from ?? 0);
  const to = endAfter(text, from + LONGEST);
  const pieces: Piece[] = from > 0 ? [{ text: "…", found: false }] : [];
  let at = from;
  for (const mark of marks.filter((each) => each.from >= from && each.to <= to)) {
    pieces.push({ text: text.slice(at, mark.from), found: false });
    pieces.push({ text: text.slice(mark.from, mark.to), found: true });
    at = mark.to;
  }
  pieces.push({ text: text.slice(at, to), found: false });
  if (to < text.length) pieces.push({ text: "…", found: false });
  return pieces.filter((piece) => piece.text !== "");
}

/** Begins with a whole word where one begins soon enough. */
function startBefore(text: string, first: number): number {
  if (first <= BEFORE) return 0;
  const blank = text.slice(first - BEFORE, first).search(/\s/);
  return blank === -1 ? first : first - BEFORE + blank + 1;
}

/** Cuts no character that takes two units of a string. */
function endAfter(text: string, to: number): number {
  if (to >= text.length) return text.length;
  const code = text.charCodeAt(to);
  return code >= 0xdc_00 && code <= 0xdf_ff ? to - 1 : to;
}
