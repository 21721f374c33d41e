/** Saves rows as a CSV file. */
import { useContext } from "react";
import { FixedWidth } from "../../charts/use-width.ts";
import { csvName, csvOf } from "../../words/csv.ts";
import { saveFile } from "./save-file.ts";

export interface CsvButtonProps {
  /** What is saved; the file is called after it. */
  label: string;
  /** The heads of the columns first. */
  rows(): readonly (readonly string[])[];
}

/** Nothing in a document that nothing runs in. */
export function CsvButton({ label, rows }: CsvButtonProps) {
  if (useContext(FixedWidth) !== null) return null;
  const save = (): void => saveFile(new Blob([csvOf(rows())], { type: "text/csv" }), csvName(label));
  return (
    <button type="button" className="csv" aria-label={`Download CSV: ${label}`} onClick={save}>
      Download CSV
    </button>
  );
}
