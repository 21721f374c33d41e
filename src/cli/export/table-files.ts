/** Writes the rows of one table as two files, CSV and Parquet. */
import { csvHead, csvLines } from "../../http/csv/csv-text.ts";
import type { Column } from "./columns.ts";
import type { RowPages } from "./exported-tables.ts";
import { type FileDigest, HashedFile } from "./hashed-file.ts";
import { type Cell, ParquetFile } from "./parquet-file.ts";

export const FORMS = ["csv", "parquet"] as const;

/** One table of one day as it was written. */
export type WrittenTable = { rows: number } & Record<(typeof FORMS)[number], FileDigest>;

/** A group of rows ends at so many rows, or characters of them. */
const GROUP_ROWS = 10_000;
const GROUP_CHARS = 16_000_000;

/**
 * Writes both files, still under unfinished names.
 *
 * @param path - Without an ending.
 */
export async function writeTable(
  path: string,
  columns: readonly Column[],
  pages: RowPages,
): Promise<WrittenTable> {
  const [csv, parquet] = [new HashedFile(`${path}.csv`), new HashedFile(`${path}.parquet`)];
  const groups = new ParquetFile(columns, (bytes) => parquet.write(bytes));
  const places = columns.map((_, place) => [String(place)]);
  csv.write(csvHead(columns.map(({ name }) => [name])));
  let [rows, waiting, chars]: [number, Cell[][], number] = [0, [], 0];
  for await (const page of pages) {
    const cells = page.map((row) => columns.map((column) => cellOf(row, column)));
    const text = csvLines(cells, places);
    csv.write(text);
    rows += cells.length;
    waiting.push(...cells);
    chars += text.length;
    if (waiting.length < GROUP_ROWS && chars < GROUP_CHARS) continue;
    await groups.writeGroup(waiting);
    [waiting, chars] = [[], 0];
  }
  if (waiting.length > 0) await groups.writeGroup(waiting);
  await groups.finish();
  return { rows, csv: csv.close(), parquet: parquet.close() };
}

function cellOf(row: object, { path, type }: Column): Cell {
  const value = path.reduce<unknown>(
    (inside, step) => (inside instanceof Object ? Reflect.get(inside, step) : undefined),
    row,
  );
  if (value === undefined || value === null) return null;
  return type === "json" ? JSON.stringify(value) : (value as Cell);
}
