/** Throws away what was worked out from the objects, so that it is worked out again. */
import type { Database } from "../database/open.ts";
import { emptyTable } from "../database/table.ts";
import { inTransaction } from "../database/transaction.ts";
import { beginRemaking } from "../metrics/remaking.ts";
import { forgetSightings } from "../normaliser/forget-table.ts";
import { readFigures } from "../writer/books-table.ts";
import { forgetPosition, setInBooks } from "../writer/progress-table.ts";
import { readFormulasVersion, saveFormulasVersion } from "../metrics/formulas-table.ts";
import { SCORING_VERSION } from "../metrics/version.ts";
import { ALL_TABLES } from "./tables.ts";

/**
 * Throws away the rows of other formulas than this program's, or of tables of another shape.
 *
 * Takes: the names of the derived sets that were emptied because their shape changed.
 */
export async function forgetOutdated(database: Database, emptied: readonly string[]): Promise<void> {
  await inTransaction(database, "full", async (transaction) => {
    const version = await readFormulasVersion(transaction);
    const outdated = version !== null && version !== SCORING_VERSION;
    if (outdated || emptied.length > 0) await forgetDerived(transaction);
    else if (version === null) await saveFormulasVersion(transaction, SCORING_VERSION);
  });
}

/**
 * Empties the derived tables and sends the normaliser back to the first object.
 *
 * Takes: a transaction. What cannot be worked out again stays: the rows of sealed sessions, some of whose records
 * retention has removed, and the tables that are kept.
 */
export async function forgetDerived(transaction: Database): Promise<void> {
  await forgetSightings(transaction);
  const derived = ALL_TABLES.filter((set) => !set.kept).flatMap((set) => set.tables);
  for (const table of derived) {
    if (table !== "sighting_chunks") await emptyTable(transaction, table, "sealed_sessions");
  }
  const { persisted, held } = await readFigures(transaction);
  await forgetPosition(transaction, "normaliser");
  await beginRemaking(transaction);
  await saveFormulasVersion(transaction, SCORING_VERSION);
  const gone = { frames: 0, records: persisted.records - held.records };
  await setInBooks(transaction, "examined", gone);
  await setInBooks(transaction, "odd_time", { frames: 0, records: 0 });
}
