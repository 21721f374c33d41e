/** Lets the judge mark the trial's prompts, as it marks everybody's. */
import type { Judge, JudgeProblem } from "../../judge/question.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import type { Result } from "../../vocabulary/result.ts";
import { judgePrompt } from "../judge-prompt.ts";
import type { Judgement } from "../judgement.ts";
import type { TrialPrompt } from "./trial-prompts.ts";

/** What the judge said of each prompt, by the prompt's id. */
export type TrialRun = ReadonlyMap<string, Result<Judgement, JudgeProblem>>;

/** What a trial is run with. */
export interface TrialParts {
  judge: Judge;
  /** On whose behalf; the ledger says so. */
  organization: string;
  clock: Clock;
  /** Called after each answer. */
  progress(done: number): void;
}

/** Asks about every prompt once; the judge itself holds back as many as may not be asked at once. */
export async function runTrial(
  prompts: readonly TrialPrompt[],
  { judge, organization, clock, progress }: TrialParts,
): Promise<TrialRun> {
  let done = 0;
  const answers = prompts.map(async ({ id, text, context }) => {
    const judged = await judgePrompt(judge, { organization, text, context }, { clock, purpose: "check" });
    done += 1;
    progress(done);
    return [id, judged] as const;
  });
  return new Map(await Promise.all(answers));
}
