/** Words of a command line that is printed to be pasted. */

/** Returns the word as a shell reads it, in quotes where it has to be. */
export function quoted(word: string): string {
  return /^[\w./+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
