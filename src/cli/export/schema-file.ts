/** The file that says what the tables of an export hold. */
import { join } from "node:path";
import { writeWholeFile } from "../../vocabulary/whole-file.ts";
import type { Column } from "./columns.ts";
import { EXPORTED_TABLES, type ExportedTable } from "./exported-tables.ts";

/** A table with those of its columns that an export has. */
export interface ChosenTable extends Pick<ExportedTable, "name" | "about" | "read"> {
  columns: readonly Column[];
}

export function chooseTables(withText: boolean): ChosenTable[] {
  return EXPORTED_TABLES.map(({ columns, texts, ...table }) => ({
    ...table,
    columns: columns().filter(({ name }) => withText || !texts.includes(name)),
  }));
}

/** Writes `schema.json`. */
export function writeSchema(folder: string, tables: readonly ChosenTable[]): Promise<void> {
  const described = tables.map(({ name, about, columns }) => ({
    name,
    about,
    columns: columns.map(({ path: _path, ...column }) => column),
  }));
  return writeWholeFile(join(folder, "schema.json"), `${JSON.stringify({ tables: described }, null, 1)}\n`);
}
