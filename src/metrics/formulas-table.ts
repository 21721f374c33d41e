/** The version of the formulas by which the stored rows were worked out, so that a newer program makes them again. */
import { type Database, tables } from "../database/open.ts";
import type { TableSet } from "../database/prepare.ts";

interface FormulasTables {
  formulas: { version: string };
  metrics: { scoring_version: string };
}

export const formulasTables: TableSet = {
  name: "formulas",
  tables: ["formulas"],
  kept: true,
  migrations: [createTables],
};

/** Programs before this table wrote their version into the rows alone. */
async function createTables(database: Database): Promise<void> {
  const view = tables<FormulasTables>(database);
  await view.schema
    .createTable("formulas")
    .addColumn("version", "text", (column) => column.notNull())
    .execute();
  const measured = await view
    .selectFrom("metrics")
    .select("scoring_version as version")
    .limit(1)
    .executeTakeFirst();
  if (measured !== undefined) await saveFormulasVersion(database, measured.version);
}

/** Gives: null while nothing was measured. */
export async function readFormulasVersion(database: Database): Promise<string | null> {
  const row = await tables<FormulasTables>(database)
    .selectFrom("formulas")
    .select("version")
    .executeTakeFirst();
  return row?.version ?? null;
}

/** Notes the version that rows come from now. Takes: the transaction that throws those of another away. */
export async function saveFormulasVersion(transaction: Database, version: string): Promise<void> {
  const view = tables<FormulasTables>(transaction);
  await view.deleteFrom("formulas").execute();
  await view.insertInto("formulas").values({ version }).execute();
}
