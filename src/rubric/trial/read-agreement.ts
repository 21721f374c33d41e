/** Answers how far the marks of the judge model can be trusted, and how far its check is. */
import type { Database } from "../../database/open.ts";
import { RUBRIC_VERSION } from "../checks.ts";
import { type AgreementAnswer, describeTrial } from "./agreement-answer.ts";
import { readAnswers } from "./answers-table.ts";
import { type CheckSettings, mayJudge, readCheck, weakOf } from "./read-check.ts";
import { shippedPrompts } from "./trial-prompts.ts";
import { readTrial } from "./trials-table.ts";

/** The judge model of the settings, and what they say of its check. */
export interface AgreementQuery extends CheckSettings {
  /** null for none. */
  model: string | null;
}

/** Reads how far the model was found to agree with a careful reader. */
export async function readAgreement(database: Database, asked: AgreementQuery): Promise<AgreementAnswer> {
  const { model } = asked;
  const trial = model === null ? null : await readTrial(database, model, RUBRIC_VERSION);
  return {
    model,
    rubricVersion: RUBRIC_VERSION,
    trial: trial === null ? null : describeTrial(trial),
    check: await describeCheck(database, asked),
  };
}

async function describeCheck(
  database: Database,
  { model, endpoint, isRequired }: AgreementQuery,
): Promise<AgreementAnswer["check"]> {
  if (model === null || endpoint === null) return null;
  const checked = { model, endpoint };
  const prompts = shippedPrompts().prompts.length;
  const holdsJudging = !(await mayJudge(database, model, { endpoint, isRequired }));
  const trial = await readCheck(database, checked);
  if (trial !== null)
    return { status: weakOf(trial).length === 0 ? "passed" : "failed", done: prompts, prompts, holdsJudging };
  const done = (await readAnswers(database, checked)).size;
  return { status: done === 0 ? "not_checked" : "running", done, prompts, holdsJudging };
}
