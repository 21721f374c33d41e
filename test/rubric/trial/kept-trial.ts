/** A trial of a model that says yes to everything, put where `scoring judge check` puts its own. */
import { inTransaction } from "../../../src/database/transaction.ts";
import { RUBRIC_VERSION } from "../../../src/rubric/checks.ts";
import { figuresOf } from "../../../src/rubric/trial/trial-figures.ts";
import { shippedPrompts } from "../../../src/rubric/trial/trial-prompts.ts";
import { saveTrial } from "../../../src/rubric/trial/trials-table.ts";
import { openDatabaseOf } from "../../../src/stores.ts";
import { succeed } from "../../../src/vocabulary/result.ts";
import { judgementFor } from "../judgements.ts";

/** Keeps the trial in a data directory, which may be served. */
export async function keepTrial(dataDir: string, model: string, triedAt: number): Promise<void> {
  const { prompts, version } = shippedPrompts();
  const run = new Map(prompts.map(({ id, text }) => [id, succeed(judgementFor(text, { model }))]));
  const database = openDatabaseOf({ dataDir }, "write");
  await inTransaction(database, "full", (transaction) =>
    saveTrial(transaction, {
      model,
      rubricVersion: RUBRIC_VERSION,
      promptsVersion: version,
      triedAt,
      figures: figuresOf(prompts, [run, run]),
      inputTokens: 1,
      outputTokens: 1,
      cost: null,
      seconds: 1,
    }),
  );
  await database.destroy();
}
