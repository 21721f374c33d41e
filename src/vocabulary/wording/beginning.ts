/** The beginning of a text that may be long. */

/**
 * Cuts between characters, also those that take two units of a string.
 *
 * @param most - How many characters the result may have, including "…" for the cut.
 */
export function beginningOf(most: number, text: string): string {
  // a character takes two units at most, so these are more than enough
  const characters = Array.from(text.slice(0, 4 * most));
  if (characters.length <= most) return text;
  const beginning = characters.slice(0, most - 1).join("");
  return `${beginning.trimEnd()}…`;
}
