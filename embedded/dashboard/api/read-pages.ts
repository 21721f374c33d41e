/** Reads a list whole, where a page shows all of it. */

/** The longest page that the server gives. */
const MOST = 500;

/** Where a page begins. */
export interface PagePlace {
  limit: number;
  cursor?: string;
}

/**
 * Returns the rows of all, in their order.
 *
 * @param read - What reads one page.
 */
export async function readPages<Row>(
  read: (place: PagePlace) => Promise<{ rows: readonly Row[]; nextCursor: string | null }>,
): Promise<Row[]> {
  const all: Row[] = [];
  for (let place: PagePlace | null = { limit: MOST }; place !== null;) {
    const { rows, nextCursor } = await read(place);
    all.push(...rows);
    place = nextCursor === null ? null : { limit: MOST, cursor: nextCursor };
  }
  return all;
}
