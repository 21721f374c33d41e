/** The arithmetic of stacked columns over time: what is on top of what, and buckets without anything in between. */

/** A part of one bucket. */
export interface StackPart {
  name: string;
  value: number;
}

/** One bucket of time. */
export interface StackBucket {
  start: string;
  parts: readonly StackPart[];
}

/** A piece of a column: from its lower to its upper value. */
export interface Piece {
  name: string;
  from: number;
  to: number;
}

/** Returns the pieces of a column in the order of the names, the first at the bottom; parts of 0 are left out. */
export function piecesOf({ parts }: StackBucket, names: readonly string[]): Piece[] {
  let top = 0;
  return names.flatMap((name) => {
    const value = parts.filter((part) => part.name === name).reduce((sum, part) => sum + part.value, 0);
    if (value <= 0) return [];
    const from = top;
    top += value;
    return [{ name, from, to: top }];
  });
}

/** Returns the height of a whole column. */
export function heightOf({ parts }: StackBucket): number {
  return parts.reduce((sum, { value }) => sum + value, 0);
}

/** Returns the names with the greatest sums first; `other` is last, whatever it sums up to. */
export function namesIn(buckets: readonly StackBucket[]): string[] {
  const sums = new Map<string, number>();
  for (const { name, value } of buckets.flatMap(({ parts }) => parts))
    sums.set(name, (sums.get(name) ?? 0) + value);
  return [...sums]
    .toSorted(
      ([left, one], [right, other]) => Number(left === "other") - Number(right === "other") || other - one,
    )
    .map(([name]) => name);
}
