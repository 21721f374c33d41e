/** A part of a file that is one agent's, between two marks: several agents write into one file. */

/**
 * Puts a section into a text, in the place of the one of that name, else at the end.
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
  const from = lines.indexOf(begin);
  const to = lines.indexOf(end, from);
  if (from === -1 || to === -1) return text;
  const rest = lines.toSpliced(from, to - from + 1).join("\n");
  return rest.trim() === "" ? null : rest;
}

function marksOf(name: string): [string, string] {
  return [`# scoring: ${name}, written by scoring connect`, `# scoring: end of ${name}`];
}
