/** Which entries of the palette a few typed letters mean. */

const MOST = 8;

/** Returns those whose words begin with what was typed first, then those that hold it. */
export function bestMatches<Entry extends { name: string }>(
  entries: readonly Entry[],
  typed: string,
): Entry[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === "") return entries.slice(0, MOST);
  const rank = ({ name }: Entry): number => {
    const at = name.toLowerCase().indexOf(wanted);
    if (at <= 0) return at === 0 ? 0 : 3;
    return /\W/.test(name[at - 1] ?? "") ? 1 : 2;
  };
  return entries
    .filter((entry) => rank(entry) < 3)
    .toSorted((left, right) => rank(left) - rank(right))
    .slice(0, MOST);
}
