/** Takes off what agents put around a person's words before they send them to a model. */

/**
 * Returns the text without the blocks of these tags at its beginning and its end.
 *
 * @param text - a prompt as the agent sends it
 * @param tags - names of tags; `reminder` stands for `<reminder>…</reminder>`, with or without attributes
 * @returns the text unchanged where no such block is; else what is left, without blanks around it
 */
export function withoutBlocks(text: string, tags: readonly string[]): string {
  let left = text;
  for (let found: string | null = left; found !== null;) {
    left = found;
    found = withoutFirst(left, tags) ?? withoutLast(left, tags);
  }
  return left;
}

/**
 * Returns what the last block of a tag holds, without blanks around it.
 *
 * @param text - a prompt as the agent sends it
 * @param tag - the name of the tag
 * @returns the text unchanged where no such block is
 */
export function insideBlock(text: string, tag: string): string {
  const end = text.lastIndexOf(`</${tag}>`);
  const start = text.lastIndexOf(`<${tag}>`, end);
  return end < 0 || start < 0 ? text : text.slice(start + tag.length + 2, end).trim();
}

/**
 * Returns what comes after a heading, where the text begins with an introduction that agents put before it.
 *
 * @param text - a prompt as the agent sends it
 * @param wrapping - the beginnings by which the wrapping is known, and the heading that ends it
 * @returns the text unchanged where it does not begin so, or where the heading is missing
 */
export function afterHeading(text: string, wrapping: { begins: readonly string[]; heading: string }): string {
  const start = text.trimStart();
  if (!wrapping.begins.some((begin) => start.startsWith(begin))) return text;
  const heading = start.indexOf(wrapping.heading);
  return heading < 0 ? text : start.slice(heading + wrapping.heading.length).trim();
}

function withoutFirst(text: string, tags: readonly string[]): string | null {
  const start = text.trimStart();
  for (const tag of tags) {
    const end = start.indexOf(`</${tag}>`);
    if (end >= 0 && opens(start, tag)) return start.slice(end + tag.length + 3).trim();
  }
  return null;
}

function withoutLast(text: string, tags: readonly string[]): string | null {
  const whole = text.trimEnd();
  for (const tag of tags) {
    if (!whole.endsWith(`</${tag}>`)) continue;
    const start = Math.max(whole.lastIndexOf(`<${tag}>`), whole.lastIndexOf(`<${tag} `));
    if (start >= 0) return whole.slice(0, start).trim();
  }
  return null;
}

function opens(text: string, tag: string): boolean {
  return text.startsWith(`<${tag}>`) || text.startsWith(`<${tag} `);
}
