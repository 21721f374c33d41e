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
  const { length, end } = measure(text, most);
  return { text: length <= most ? text : wholeWords(text, end), length };
}

/** A code point takes one unit, or two: a high surrogate and a low one, which most texts have none of. */
function measure(text: string, most: number): { length: number; end: number } {
  if (!/[\ud800-\udbff]/.test(text)) return { length: text.length, end: most };
  let length = 0;
  let end = text.length;
  for (let at = 0; at < text.length; at += 1) {
    if (length === most && end === text.length) end = at;
    if (isPair(text, at)) at += 1;
    length += 1;
  }
  return { length, end };
}

function isPair(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit < 0xd800 || unit > 0xdbff) return false;
  const next = text.charCodeAt(at + 1);
  return next >= 0xdc00 && next <= 0xdfff;
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
