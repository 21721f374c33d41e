/** Rows as the text of a CSV file. */
import { stringify } from "csv-stringify/sync";
import type { CsvColumn } from "./lists.ts";

/**
 * A spreadsheet takes a text that begins like this for a formula, and runs it; some take wide signs for plain ones.
 *
 * @see OWASP, Application Security Verification Standard 5.0, 1.2.10.
 */
const FORMULA = /^[\s\0]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\0]/;

/** @returns The first line, such as `id,developer.name`. */
export function csvHead(columns: readonly CsvColumn[]): string {
  return written([columns.map((column) => column.join("."))]);
}

/** @returns A line for each row; a value that is null or missing is an empty cell. */
export function csvLines(rows: readonly unknown[], columns: readonly CsvColumn[]): string {
  return written(rows.map((row) => columns.map((column) => cellOf(valueAt(row, column)))));
}

/** @see RFC 4180. */
function written(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((row) => [...row]),
    { record_delimiter: "\r\n" },
  );
}

function valueAt(row: unknown, column: CsvColumn): unknown {
  return column.reduce<unknown>(
    (value, name) => (value instanceof Object ? Reflect.get(value, name) : undefined),
    row,
  );
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return FORMULA.test(value) ? `'${value}` : value;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
