/** Answers how far the marks of the language model can be trusted. */
import type { Database } from "../../database/open.ts";
import { RUBRIC_VERSION } from "../checks.ts";
import { type AgreementAnswer, describeTrial } from "./agreement-answer.ts";
import { readTrial } from "./trials-table.ts";

/** Reads how far a model was found to agree with a careful reader. Takes: the model that is set; null for none. */
export async function readAgreement(database: Database, model: string | null): Promise<AgreementAnswer> {
  const trial = model === null ? null : await readTrial(database, model, RUBRIC_VERSION);
  return { model, rubricVersion: RUBRIC_VERSION, trial: trial === null ? null : describeTrial(trial) };
}
