/** The arithmetic of a spread: marks that are not on each other, and columns of equal width. */

/** A mark with the row it is in; row 0 is the lowest. */
export interface PlacedMark {
  value: number;
  row: number;
}

/** @param apart - The smallest distance of two marks in one row, in values. */
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

/** How many of something are from here to there. */
export interface PlacedColumn {
  from: number;
  to: number;
  count: number;
}

/** @param counts - How many are in each part of 0 to 100, all parts equally wide. */
export function columnsOf(counts: readonly number[]): PlacedColumn[] {
  const wide = 100 / counts.length;
  return counts.map((count, index) => ({ from: index * wide, to: (index + 1) * wide, count }));
}

/** The one with most, the first of equals. */
export function tallestOf(columns: readonly PlacedColumn[]): PlacedColumn | undefined {
  return columns.toSorted((left, right) => right.count - left.count)[0];
}
