/** Finds before a body is parsed that it has more different names of fields than any telemetry has: each costs much memory. */

const BACKSLASH = 92;
const COLON = 58;
const SPACE = 32;

/**
 * Whether a text of JSON has more different names of fields than a number. A name that is spelled in two ways counts
 * twice; two names may count as one where their hashes are equal, which is rare.
 */
export function holdsMoreNames(text: string, most: number): boolean {
  const names = new Set<number>();
  for (let start = text.indexOf('"'); start !== -1;) {
    const end = endOfText(text, start + 1);
    if (end === -1) return false;
    if (isName(text, end + 1)) names.add(hashOf(text, start + 1, end));
    if (names.size > most) return true;
    start = text.indexOf('"', end + 1);
  }
  return false;
}

/** The place of the quote that ends a text; -1 when none does. */
function endOfText(text: string, from: number): number {
  let end = text.indexOf('"', from);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, place: number): boolean {
  let before = place - 1;
  while (text.charCodeAt(before) === BACKSLASH) before -= 1;
  return (place - before) % 2 === 0;
}

/** Whether a colon follows, after white space at most. */
function isName(text: string, after: number): boolean {
  let place = after;
  while (text.charCodeAt(place) <= SPACE) place += 1;
  return text.charCodeAt(place) === COLON;
}

/** FNV-1a over UTF-16 units. */
function hashOf(text: string, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let place = from; place < to; place += 1) hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  return hash;
}
