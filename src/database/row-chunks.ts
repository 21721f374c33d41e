/** Rows for multi-row statements: many enough to be fast, few enough for a statement's parameters. */

const ROWS_PER_STATEMENT = 500;

/** Cuts rows into runs that one statement can take, in their order. */
export function rowChunks<Row>(rows: readonly Row[]): Row[][] {
  return chunksOf(rows, ROWS_PER_STATEMENT);
}

/** Cuts rows into runs of at most so many, in their order. Apart from `rowChunks`, which is handed to `map`. */
export function chunksOf<Row>(rows: readonly Row[], most: number): Row[][] {
  const chunks: Row[][] = [];
  for (let at = 0; at < rows.length; at += most) chunks.push(rows.slice(at, at + most));
  return chunks;
}
