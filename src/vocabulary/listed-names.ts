/** Names of which telemetry can send any number, in responses that must stay short. */

/** A list has at most this many names; the others are listed together. */
export const LISTED = 200;

/** The name under which all other names are counted. */
const OTHER_NAMES = "other";

/**
 * Chooses the names of a list: those with the greatest weights.
 *
 * @param weights - by name; a name may come several times, and null is no name
 * @param most - how many names the list has
 * @returns for each name itself, or `OTHER_NAMES`; null for null
 */
export function listedNames(
  weights: Iterable<readonly [name: string | null, weight: number]>,
  most = LISTED,
): (name: string | null) => string | null {
  const sums = new Map<string, number>();
  for (const [name, weight] of weights) if (name !== null) sums.set(name, (sums.get(name) ?? 0) + weight);
  if (sums.size <= most) return (name) => name;
  const greatest = [...sums].toSorted(
    ([left, less], [right, more]) => more - less || (left < right ? -1 : 1),
  );
  const listed = new Set(greatest.slice(0, most).map(([name]) => name));
  return (name) => (name === null || listed.has(name) ? name : OTHER_NAMES);
}
