/** The versions of the formulas by which the stored rows were computed. */
import type { Database } from "../database/open.ts";
import { instant, text } from "../database/columns.ts";
import { createTable, declareTable, tables } from "../database/table-shape.ts";
import { METRICS_TABLE } from "./columns-table.ts";
import { type EarlierFormulas, SCORING_VERSION } from "./version.ts";
import type { TableSet } from "../database/prepare.ts";

const FORMULAS = declareTable("formulas", {
  version: text(),
});

const EARLIER_FORMULAS = declareTable(
  "earlier_formulas",
  {
    version: text(),
    /** The first UTC day of the next version. */
    until: instant(),
  },
  { key: ["version"] },
);

export const formulasTables = {
  name: "formulas",
  tables: [FORMULAS, EARLIER_FORMULAS],
  kept: true,
  migrations: [createTables],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, FORMULAS);
  await createTable(database, EARLIER_FORMULAS);
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

/** Returns the versions whose rows stay, the oldest first. */
export async function readEarlierFormulas(database: Database): Promise<EarlierFormulas[]> {
  return tables(database, EARLIER_FORMULAS)
    .selectFrom("earlier_formulas")
    .selectAll()
    .orderBy("until")
    .orderBy("version")
    .execute();
}

/** Lets this program's formulas follow others, whose rows stay as they are, from the UTC day of a time on. */
export async function beginFormulas(transaction: Database, earlier: EarlierFormulas): Promise<void> {
  await tables(transaction, EARLIER_FORMULAS)
    .insertInto("earlier_formulas")
    .values(earlier)
    .onConflict((conflict) => conflict.column("version").doUpdateSet({ until: earlier.until }))
    .execute();
  await saveFormulasVersion(transaction, SCORING_VERSION);
}

/** Forgets which versions there were, because no row of theirs is left. */
export async function forgetEarlierFormulas(transaction: Database): Promise<void> {
  await tables(transaction, EARLIER_FORMULAS).deleteFrom("earlier_formulas").execute();
}
