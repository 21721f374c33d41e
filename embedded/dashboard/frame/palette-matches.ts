/** Which entries of the palette a few typed letters mean. */

const MOST = 10;

/** Returns those whose words begin with what was typed first, then those that hold it, also in other words for it. */
export function bestMatches<Entry extends { name: string; also?: string }>(
  entries: readonly Entry[],
  typed: string,
): Entry[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === "") return entries.slice(0, MOST);
  const rank = ({ name, also = "" }: Entry): number =>
    Math.min(rankOf(name, wanted), also === "" ? NO_MATCH : rankOf(also, wanted) + 0.5);
  return entries
    .filter((entry) => rank(entry) < NO_MATCH)
    .toSorted((left, right) => rank(left) - rank(right))
    .slice(0, MOST);
}

const NO_MATCH = 3;

/** 0 for a beginning, 1 for the beginning of a later word, 2 for the middle of one. */
function rankOf(text: string, wanted: string): number {
  const at = text.toLowerCase().indexOf(wanted);
  if (at <= 0) return at === 0 ? 0 : NO_MATCH;
  return /\W/.test(text[at - 1] ?? "") ? 1 : 2;
}
