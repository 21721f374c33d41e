/** A trial of a model, put where `scoring judge check` puts its own. */
import { inTransaction } from "../../../src/database/transaction.ts";
import type { RubricAnswer } from "../../../src/rubric/answer.ts";
import { RUBRIC_VERSION } from "../../../src/rubric/checks.ts";
import { judgementOf } from "../../../src/rubric/judgement.ts";
import { endpointOf } from "../../../src/rubric/trial/read-check.ts";
import { figuresOf } from "../../../src/rubric/trial/trial-figures.ts";
import { shippedPrompts, type TrialPrompt } from "../../../src/rubric/trial/trial-prompts.ts";
import { saveTrial } from "../../../src/rubric/trial/trials-table.ts";
import { localStores, openDatabaseOf } from "../../../src/stores.ts";
import { succeed } from "../../../src/vocabulary/result.ts";

/** Which model was tried, when, and what it answered. */
export interface TrialToKeep {
  model: string;
  triedAt: number;
  answer(prompt: TrialPrompt): RubricAnswer;
  /** Where the model answered; left out, a trial of before that was kept. */
  baseUrl?: string;
}

/** Keeps the trial in a data directory, which may be served. */
export async function keepTrial(
  dataDir: string,
  { model, triedAt, answer, baseUrl }: TrialToKeep,
): Promise<void> {
  const endpoint = endpointOf(baseUrl ?? null);
  const { prompts, version } = shippedPrompts();
  const by = { model, judgedAt: triedAt };
  const run = new Map(
    prompts.map((prompt) => [prompt.id, succeed(judgementOf(answer(prompt), [prompt.text], by))]),
  );
  const database = openDatabaseOf(localStores(dataDir), "write");
  await inTransaction(database, "full", (transaction) =>
    saveTrial(transaction, {
      model,
      ...(endpoint !== null && { endpoint }),
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
