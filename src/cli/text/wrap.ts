/** Breaks lines between words. */

/** Below this a line has no room for words; it is left to the terminal. */
const NARROWEST = 20;

/**
 * Breaks each line that is longer than the width.
 *
 * @returns Indented lines go on two characters further in; a long word stays whole.
 * @remarks Takes null for any length.
 */
export function wrapText(text: string, width: number | null): string {
  if (width === null || width < NARROWEST) return text;
  return text
    .split("\n")
    .flatMap((line) => wrapLine(line, width))
    .join("\n");
}

/** A command on a line of its own: broken, it could not be pasted. */
const COMMAND = /^ +\S*scoring /;

function wrapLine(line: string, width: number): string[] {
  if (Bun.stringWidth(line) <= width || COMMAND.test(line)) return [line];
  const indent = /^ */.exec(line)?.[0] ?? "";
  const further = indent === "" ? "" : `${indent}  `;
  const [first = "", ...rest] = wrapWords(line.trimStart(), width - further.length);
  return [`${indent}${first}`, ...rest.map((words) => `${further}${words}`)];
}

/** Breaks one text into lines of at most this width. */
export function wrapWords(text: string, width: number): string[] {
  return Bun.wrapAnsi(text, width).split("\n");
}
