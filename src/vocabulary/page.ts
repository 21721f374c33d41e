/** Pages of lists: the rows of one, where the next begins, and how many rows there are on all of them. */

/** How far rows are counted. */
export const COUNTED_UP_TO = 10_000;

/** Rows of one page, and the position of its last row when more follow. */
export interface Page<Row, Position> {
  rows: Row[];
  /** null when this is the last page. */
  next: Position | null;
}

/**
 * Takes a page from its list.
 *
 * @param rows - The rows from where the page begins on, at least one more than its limit when there are as
 *   many.
 */
export function cutPage<Row, Position>(
  rows: readonly Row[],
  limit: number,
  positionOf: (last: Row) => Position,
): Page<Row, Position> {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next = rows.length > page.length && last !== undefined ? positionOf(last) : null;
  return { rows: page, next };
}

/**
 * Reads a page.
 *
 * @param read - Reads at most this many rows from where the page begins.
 */
export async function readPage<Row, Position>(
  limit: number,
  read: (atMost: number) => Promise<Row[]>,
  positionOf: (last: Row) => Position,
): Promise<Page<Row, Position>> {
  return cutPage(await read(limit + 1), limit, positionOf);
}

/**
 * Returns null for more than are counted.
 *
 * @param rows - Rows counted to at least one more than `COUNTED_UP_TO`.
 */
export function countedTotal(rows: number): number | null {
  return rows > COUNTED_UP_TO ? null : rows;
}
