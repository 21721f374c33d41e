/** A part of a file that is one agent's, between two marks: several agents write into one file. */

/**
 * Puts a section into a text, replacing the one of that name, else at the end.
 *
 * @param text that is there, null where there is no file
 * @returns the text with a line end after the section
 */
export function withSection(text: string | null, name: string, content: string): string {
  const rest = withoutSection(text, name) ?? "";
  const [begin, end] = marksOf(name);
  return `${rest === "" || rest.endsWith("\n") ? rest : `${rest}\n`}${begin}\n${content}\n${end}\n`;
}

/**
 * Takes a section out of a text.
 *
 * @returns the rest as it is; null where nothing is left
 */
export function withoutSection(text: string | null, name: string): string | null {
  if (text === null) return null;
  const [begin, end] = marksOf(name);
  const lines = text.split("\n");
  const plain = plainLines(text);
  const from = plain.indexOf(begin);
  const to = plain.indexOf(end, from);
  if (from === -1 || to === -1) return text;
  const rest = lines.toSpliced(from, to - from + 1).join("\n");
  return rest.trim() === "" ? null : rest;
}

/**
 * Returns whether something of a section is in a text: one of its marks, or the first line of its content.
 *
 * @param text - null where there is no file
 */
export function hasPartOf(text: string | null, name: string, content: string): boolean {
  const parts = [...marksOf(name), ...content.split("\n", 1)];
  return text !== null && plainLines(text).some((line) => parts.includes(line));
}

/** Editors on Windows end lines with a carriage return, which is no part of a mark. */
function plainLines(text: string): string[] {
  return text.split("\n").map((line) => line.replace(/\r$/, ""));
}

function marksOf(name: string): [string, string] {
  return [`# scoring: ${name}, written by scoring connect`, `# scoring: end of ${name}`];
}
