/** The version of the formulas by which the stored rows were computed, so that a newer program rebuilds them. */
import type { Database } from "../database/open.ts";
import { text } from "../database/columns.ts";
import { createTable, declareTable, tables } from "../database/table-shape.ts";
import { METRICS_TABLE } from "./columns-table.ts";
import type { TableSet } from "../database/prepare.ts";

const FORMULAS = declareTable("formulas", {
  version: text(),
});

export const formulasTables = {
  name: "formulas",
  tables: [FORMULAS],
  kept: true,
  migrations: [createTables],
} satisfies TableSet;

/** Older programs wrote their version only into the rows. */
async function createTables(database: Database): Promise<void> {
  const view = tables(database, FORMULAS, METRICS_TABLE);
  await createTable(database, FORMULAS);
  const measured = await view
    .selectFrom("metrics")
    .select("scoring_version as version")
    .limit(1)
    .executeTakeFirst();
  if (measured !== undefined) await saveFormulasVersion(database, measured.version);
}

/** Returns null while nothing was measured. */
export async function readFormulasVersion(database: Database): Promise<string | null> {
  const row = await tables(database, FORMULAS, METRICS_TABLE)
    .selectFrom("formulas")
    .select("version")
    .executeTakeFirst();
  return row?.version ?? null;
}

/**
 * Notes the version by which rows are computed from now on.
 *
 * @param transaction - The transaction that deletes rows of another version.
 */
export async function saveFormulasVersion(transaction: Database, version: string): Promise<void> {
  const view = tables(transaction, FORMULAS, METRICS_TABLE);
  await view.deleteFrom("formulas").execute();
  await view.insertInto("formulas").values({ version }).execute();
}
