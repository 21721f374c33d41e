/** Saves what a table shows as a CSV file. */
import type { RefObject } from "react";
import { CsvButton } from "./csv-button.tsx";

export interface DownloadCsvProps {
  /** The table's name; the file is called after it. */
  label: string;
  /** The heads of the columns, also of those that have no room. */
  heads: readonly string[];
  /** Where the table is. */
  box: RefObject<HTMLElement | null>;
}

export function DownloadCsv({ label, heads, box }: DownloadCsvProps) {
  return <CsvButton label={label} rows={() => [heads, ...rowsIn(box.current, heads.length)]} />;
}

/** The rows of the table, without what unfolds from them and the cell that unfolds it. */
function rowsIn(box: HTMLElement | null, columns: number): string[][] {
  const rows = [...(box?.querySelectorAll("tbody tr:not(.detail, .above)") ?? [])];
  return rows.map((row) => [...row.children].slice(-columns).map((cell) => cell.textContent));
}
