/** What sessions were measured by that is no record of theirs; before their rows are saved it is held against what is. */
import type { Database } from "../../database/open.ts";
import { type BaselinesKnown, readBaselinesKnown } from "../../metrics/baselines/baselines-in-force.ts";
import { type JudgingAsked, type JudgingKnown, readJudging } from "../../rubric/prompts/read-marks.ts";

/** What was known when one organization's sessions were measured. */
export interface Relied {
  organization: string;
  baselines: BaselinesKnown;
  judging: { asked: JudgingAsked; known: JudgingKnown };
}

/** Whether all of it is still so. Takes: the transaction that saves the rows. */
export async function stillHolds(
  transaction: Database,
  { organization, baselines, judging }: Relied,
): Promise<boolean> {
  if (!Bun.deepEquals(baselines, await readBaselinesKnown(transaction, organization))) return false;
  return Bun.deepEquals(judging.known, await readJudging(transaction, judging.asked));
}
