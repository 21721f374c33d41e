/** Which lines of files were imported, so that none is imported twice. */
import type { Database } from "../../database/open.ts";
import { text } from "../../database/columns.ts";
import type { TableSet } from "../../database/prepare.ts";
import { rowChunks } from "../../database/row-chunks.ts";
import { createTable, declareTable, tables } from "../../database/table-shape.ts";

const IMPORTED_LINES = declareTable(
  "imported_lines",
  {
    organization: text(),
    /** Of the line's text. */
    hash: text(),
  },
  { key: ["organization", "hash"] },
);

export const importTables = {
  name: "imports",
  tables: [IMPORTED_LINES],
  kept: true,
  migrations: [createTables],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, IMPORTED_LINES);
}

/** Lines of one organization, by their hashes. */
export interface LineHashes {
  organization: string;
  hashes: readonly string[];
}

/** Returns those of the lines that were imported. */
export async function selectImported(
  database: Database,
  { organization, hashes }: LineHashes,
): Promise<Set<string>> {
  const imported = new Set<string>();
  for (const chunk of rowChunks(hashes)) {
    const rows = await tables(database, IMPORTED_LINES)
      .selectFrom("imported_lines")
      .select("hash")
      .where("organization", "=", organization)
      .where("hash", "in", chunk)
      .execute();
    for (const { hash } of rows) imported.add(hash);
  }
  return imported;
}

/** Notes that lines were imported. */
export async function saveImported(
  transaction: Database,
  { organization, hashes }: LineHashes,
): Promise<void> {
  for (const chunk of rowChunks(hashes))
    await tables(transaction, IMPORTED_LINES)
      .insertInto("imported_lines")
      .values(chunk.map((hash) => ({ organization, hash })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}
