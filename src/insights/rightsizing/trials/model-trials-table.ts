/** Which changes of model an organization tries, and since when. */
import { instant, json, text } from "../../../database/columns.ts";
import type { Database } from "../../../database/open.ts";
import type { TableSet } from "../../../database/prepare.ts";
import { createTable, declareTable, type RowOf, tables } from "../../../database/table-shape.ts";

/** One row for each change. */
const MODEL_TRIALS = declareTable(
  "model_trials",
  {
    organization: text(),
    /** The id of the recommendation. */
    recommendation: text(),
    /** JSON: `TRIED_CHANGE`. */
    change: json(),
    begun_at: instant(),
  },
  { key: ["organization", "recommendation"] },
);

export type ModelTrialRow = RowOf<typeof MODEL_TRIALS>;

export const modelTrialTables = {
  name: "model trials",
  tables: [MODEL_TRIALS],
  kept: true,
  migrations: [createTables],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, MODEL_TRIALS);
}

/** Keeps a trial; one that began before goes on. */
export async function saveModelTrial(transaction: Database, row: ModelTrialRow): Promise<void> {
  await tables(transaction, MODEL_TRIALS)
    .insertInto("model_trials")
    .values(row)
    .onConflict((conflict) => conflict.columns(["organization", "recommendation"]).doNothing())
    .execute();
}

/** Returns the earliest first. */
export async function readModelTrialRows(database: Database, organization: string): Promise<ModelTrialRow[]> {
  return tables(database, MODEL_TRIALS)
    .selectFrom("model_trials")
    .selectAll()
    .where("organization", "=", organization)
    .orderBy("begun_at")
    .orderBy("recommendation")
    .execute();
}

/** @returns false when there is none. */
export async function deleteModelTrial(
  database: Database,
  { organization, recommendation }: Pick<ModelTrialRow, "organization" | "recommendation">,
): Promise<boolean> {
  const { numDeletedRows } = await tables(database, MODEL_TRIALS)
    .deleteFrom("model_trials")
    .where("organization", "=", organization)
    .where("recommendation", "=", recommendation)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
