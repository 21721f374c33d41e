/** Names that people give and that are shown in one line: to keys, organizations and developers. */

const LONGEST = 200;

// control characters, ends of lines, and what reverses the direction of writing
const UNSHOWN = /[\p{Cc}\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/** Whether it can be shown: something is left without the blanks around it, in one line of at most 200 characters. */
export function isShownName(name: string): boolean {
  const trimmed = name.trim();
  return trimmed !== "" && trimmed.length <= LONGEST && !UNSHOWN.test(trimmed);
}
