/** Takes off what agents put around a person's words. */

/** Returns what the first block of a tag holds; null where there is none. */
export function insideTag(text: string, tag: string): string | null {
  const start = text.indexOf(`<${tag}`);
  const begin = start < 0 ? -1 : text.indexOf(">", start);
  const end = begin < 0 ? -1 : text.lastIndexOf(`</${tag}>`);
  return end < begin + 1 || begin < 0 ? null : text.slice(begin + 1, end).trim();
}
