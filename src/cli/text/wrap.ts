/** Breaks lines between words. */

/** Below this a line has no room for words; it is left to the terminal. */
const NARROWEST = 20;

/**
 * Breaks each line that is longer than the width.
 *
 * Takes: null for any length. Gives: indented lines go on two characters further in; a long word stays whole.
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
  const [first = "", ...rest] = wrapWords(line.trimStart(), {
    first: width - indent.length,
    others: width - further.length,
  });
  return [`${indent}${first}`, ...rest.map((words) => `${further}${words}`)];
}

/** Breaks one text into lines of at most these widths. */
export function wrapWords(text: string, width: { first: number; others: number }): string[] {
  const lines: string[] = [];
  let line: string | null = null;
  for (const word of text.split(" ")) {
    const room = lines.length === 0 ? width.first : width.others;
    const longer: string = line === null ? word : `${line} ${word}`;
    if (line === null || Bun.stringWidth(longer) <= room) line = longer;
    else {
      lines.push(line.trimEnd());
      line = word;
    }
  }
  return [...lines, line ?? ""];
}
