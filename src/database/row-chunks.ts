/** Rows for multi-row statements: many enough to be fast, few enough for a statement's parameters. */

const ROWS_PER_STATEMENT = 500;

/** Cuts rows into runs that one statement can take, in their order. */
export function rowChunks<Row>(rows: readonly Row[], most = ROWS_PER_STATEMENT): Row[][] {
  const chunks: Row[][] = [];
  for (let at = 0; at < rows.length; at += most) chunks.push(rows.slice(at, at + most));
  return chunks;
}
