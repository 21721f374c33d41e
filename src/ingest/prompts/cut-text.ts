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
  if (/\s/.test(text.charAt(end))) return text.slice(0, end);
  const kept = text.slice(0, end);
  const word = /\S*$/.exec(kept.slice(-LONGEST_WORD))?.[0].length ?? 0;
  return word === LONGEST_WORD || word === end ? kept : kept.slice(0, end - word);
}
