/** Makes control characters visible: names come from outside; terminals obey them, and readers are misled. */

// C0 without tab and line feed, DEL and C1, and what reverses the direction of writing
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** Marks, embeddings, overrides and isolates of Unicode's bidirectional algorithm (UAX 9). */
const DIRECTION = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/**
 * Removes what reverses or hides the direction of writing.
 *
 * @param text - What a program wrote for people; scripts that are written from right to left need none of it.
 * @returns The same characters in the order in which they are stored.
 */
export function withoutDirections(text: string): string {
  return text.replace(DIRECTION, "");
}

/** Returns the text with `\u001b` for an escape character and the like, which is valid inside JSON too. */
export function visible(text: string): string {
  return text.replace(CONTROL, escaped);
}

/** The same for what must stay on one line. */
export function visibleLine(text: string): string {
  return visible(text).replace(/[\t\n\u2028\u2029]/g, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
