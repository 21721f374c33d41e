/** The answers of a check that is under way, so that one that was broken off costs nothing twice; kept. */
import { instant, json, text } from "../../database/columns.ts";
import type { Database } from "../../database/open.ts";
import type { TableSet } from "../../database/prepare.ts";
import { createTable, declareTable, tables } from "../../database/table-shape.ts";
import type { JudgeProblem } from "../../judge/question.ts";
import type { Result } from "../../vocabulary/result.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { RUBRIC_VERSION } from "../checks.ts";
import type { Judgement } from "../judgement.ts";
import type { CheckedModel } from "./read-check.ts";

/** One answer about one known prompt. */
export const CHECK_ANSWERS = declareTable(
  "judge_check_answers",
  {
    model: text(),
    endpoint: text(),
    rubric_version: text(),
    /** Its id among the known prompts. */
    prompt: text(),
    started_at: instant(),
    outcome: json(),
  },
  { key: ["model", "endpoint", "rubric_version", "prompt"] },
);

export const checkAnswerTables = {
  name: "judge_check_answers",
  tables: [CHECK_ANSWERS],
  kept: true,
  migrations: [createTables],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, CHECK_ANSWERS);
}

/** What a model said of a known prompt, and when it was asked. */
export interface CheckAnswer {
  startedAt: Instant;
  outcome: Result<Judgement, JudgeProblem>;
}

/** Keeps an answer in the place of an earlier one about the same prompt. */
export async function saveAnswer(
  transaction: Database,
  { model, endpoint }: CheckedModel,
  { prompt, startedAt, outcome }: CheckAnswer & { prompt: string },
): Promise<void> {
  const said = { started_at: startedAt, outcome: JSON.stringify(outcome) };
  await tables(transaction, CHECK_ANSWERS)
    .insertInto("judge_check_answers")
    .values({ model, endpoint, rubric_version: RUBRIC_VERSION, prompt, ...said })
    .onConflict((conflict) =>
      conflict.columns(["model", "endpoint", "rubric_version", "prompt"]).doUpdateSet(said),
    )
    .execute();
}

/** Returns the answers by prompt. */
export async function readAnswers(
  database: Database,
  { model, endpoint }: CheckedModel,
): Promise<Map<string, CheckAnswer>> {
  const rows = await tables(database, CHECK_ANSWERS)
    .selectFrom("judge_check_answers")
    .select(["prompt", "started_at", "outcome"])
    .where("model", "=", model)
    .where("endpoint", "=", endpoint)
    .where("rubric_version", "=", RUBRIC_VERSION)
    .execute();
  return new Map(
    rows.map(({ prompt, started_at: startedAt, outcome }) => [
      prompt,
      { startedAt, outcome: JSON.parse(outcome) as CheckAnswer["outcome"] },
    ]),
  );
}

/** Forgets all answers, of checks that were never finished too. */
export async function forgetAnswers(transaction: Database): Promise<void> {
  await tables(transaction, CHECK_ANSWERS).deleteFrom("judge_check_answers").execute();
}
