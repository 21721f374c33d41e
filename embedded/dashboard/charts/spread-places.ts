/** The arithmetic of a spread: quartiles, marks that do not lie on each other, and columns of equal width. */

/** Half of the values lie between `low` and `high`. */
export interface Middle {
  low: number;
  median: number;
  high: number;
}

/** Takes: one value at least. */
export function middleOf(values: readonly number[]): Middle {
  const sorted = values.toSorted((left, right) => left - right);
  return { low: quantile(sorted, 0.25), median: quantile(sorted, 0.5), high: quantile(sorted, 0.75) };
}

/** Between two neighbours it is on the straight line between them. */
function quantile(sorted: readonly number[], share: number): number {
  const place = share * (sorted.length - 1);
  const lower = sorted[Math.floor(place)] ?? 0;
  const upper = sorted[Math.ceil(place)] ?? lower;
  return lower + (place - Math.floor(place)) * (upper - lower);
}

/** A mark with the row it stands in; row 0 is the lowest. */
export interface PlacedMark {
  value: number;
  row: number;
}

/** Takes: how far two marks of one row are apart at least, in values. */
export function stacked(values: readonly number[], apart: number): PlacedMark[] {
  const ends: number[] = [];
  return values
    .toSorted((left, right) => left - right)
    .map((value) => {
      const free = ends.findIndex((end) => value - end >= apart);
      const row = free === -1 ? ends.length : free;
      ends[row] = value;
      return { value, row };
    });
}

const COLUMN = 5;
const COLUMNS = 100 / COLUMN;

/** How many values of 0 to 100 lie in each five points; 100 itself is in the last. */
export function columnsOf(values: readonly number[]): { from: number; to: number; count: number }[] {
  const counts = Array.from({ length: COLUMNS }, () => 0);
  for (const value of values) {
    const index = Math.min(COLUMNS - 1, Math.floor(value / COLUMN));
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts.map((count, index) => ({ from: index * COLUMN, to: (index + 1) * COLUMN, count }));
}
