/** Cuts texts that are longer than a prompt may be. */

/** What is kept of a text, and how long the whole is, in code points. */
export interface CutText {
  text: string;
  length: number;
}

/** A secret that is cut this late still shows what it is. */
const LONGEST_WORD = 1_000;

/** Cuts after at most so many code points, and not within a word: half a secret is one that nobody would know again. */
export function cutText(text: string, most: number): CutText {
  let length = 0;
  let kept = text.length;
  let units = 0;
  for (const character of text) {
    if (length === most) kept = units;
    length += 1;
    units += character.length;
  }
  return { text: length <= most ? text : wholeWords(text, kept), length };
}

function wholeWords(text: string, end: number): string {
  if (isBlank(text, end)) return text.slice(0, end);
  let start = end;
  while (start > 0 && end - start < LONGEST_WORD && !isBlank(text, start - 1)) start -= 1;
  return text.slice(0, start === 0 || end - start === LONGEST_WORD ? end : start);
}

function isBlank(text: string, at: number): boolean {
  return /\s/.test(text.charAt(at));
}
