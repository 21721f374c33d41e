/** The last trial of each model: what its judgements are worth. */
import type { Database } from "../../database/open.ts";
import { instant, json, text } from "../../database/columns.ts";
import { createTable, declareTable, tables } from "../../database/table-shape.ts";
import type { TableSet } from "../../database/prepare.ts";
import type { Instant, MicroUsd, Seconds, Tokens } from "../../vocabulary/units.ts";
import type { TrialFigures } from "./trial-figures.ts";

/** A trial and what it took. */
export interface Trial {
  model: string;
  /** See `endpointOf`; absent in trials of before it was kept. */
  endpoint?: string;
  rubricVersion: string;
  /** Of the prompts. */
  promptsVersion: string;
  triedAt: Instant;
  figures: TrialFigures;
  inputTokens: Tokens;
  outputTokens: Tokens;
  /** null when the model's price is not known. */
  cost: MicroUsd | null;
  seconds: Seconds;
}

export const JUDGE_TRIALS = declareTable(
  "judge_trials",
  { model: text(), rubric_version: text(), tried_at: instant(), trial: json() },
  { key: ["model", "rubric_version"] },
);

export const trialTables = {
  name: "judge_trials",
  tables: [JUDGE_TRIALS],
  kept: true,
  migrations: [createTables],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, JUDGE_TRIALS);
}

/**
 * Keeps a trial in the place of an earlier one of the same model and rubric.
 *
 * @param transaction - A transaction.
 */
export async function saveTrial(transaction: Database, trial: Trial): Promise<void> {
  const values = { tried_at: trial.triedAt, trial: JSON.stringify(trial) };
  await tables(transaction, JUDGE_TRIALS)
    .insertInto("judge_trials")
    .values({ model: trial.model, rubric_version: trial.rubricVersion, ...values })
    .onConflict((conflict) => conflict.columns(["model", "rubric_version"]).doUpdateSet(values))
    .execute();
}

/** Returns the model's trial with this rubric; null when it was never tried. */
export async function readTrial(
  database: Database,
  model: string,
  rubricVersion: string,
): Promise<Trial | null> {
  const row = await tables(database, JUDGE_TRIALS)
    .selectFrom("judge_trials")
    .select("trial")
    .where("model", "=", model)
    .where("rubric_version", "=", rubricVersion)
    .executeTakeFirst();
  return row === undefined ? null : (JSON.parse(row.trial) as Trial);
}
