/** Reads what the newest scored prompts of a window lack. */
import type { Database } from "../../database/open.ts";
import { rowsToRead } from "../../identity/scope.ts";
import { readJudgements } from "../prompts/judgements-table.ts";
import { readJudgedContents } from "./lists-table.ts";
import { type MissingChecks, rankMissing } from "./missing-checks.ts";
import type { PromptsWindow } from "./prompt-answer.ts";

const MOST_PROMPTS = 1_000;

/** Reads what the newest scored prompts of a window lack. */
export async function readMissingChecks(
  database: Database,
  { scope, developer, from, to }: PromptsWindow,
): Promise<MissingChecks> {
  const readable = await rowsToRead(database, scope, developer);
  if (readable === null) return { prompts: 0, checks: [] };
  const { organizationId: organization } = scope;
  const { developerIds: developers, labels } = readable;
  const filter = { organization, developers, labels, from, to };
  const contents = await readJudgedContents(database, filter, MOST_PROMPTS);
  const judgements = await readJudgements(database, organization, contents);
  const known = new Map(
    judgements.map(({ content, model, judgement }) => [`${content} ${model}`, judgement]),
  );
  // equal prompts have one judgement, and count as often as they were sent
  return rankMissing(
    contents.flatMap(({ content, model }) => {
      const judgement = known.get(`${content} ${model}`);
      return judgement === undefined || judgement.shortCircuited ? [] : [judgement.verdicts];
    }),
  );
}
