/** What is derived is computed again, and is the same. */
import { learned } from "../scale-out/settle.ts";
import { expectRows } from "./same.ts";
import { expectThat, type Step } from "./step.ts";
import type { Trial } from "./trial.ts";

export const REPAIR_STEPS: readonly Step[] = [{ name: "rescore", work: rescore }];

export const STOPPED_REPAIR_STEPS: readonly Step[] = [
  { name: "rescore, stopped", work: rescore },
  { name: "rebuild", quick: "compared", work: rebuild },
];

async function rescore(trial: Trial): Promise<void> {
  const { records } = await trial.ask<{ records: number }>("rescore", "--from", trial.common.work.from);
  expectThat(records > 0, "it examined nothing");
  await learned(trial.settings);
  await expectRows(trial, await trial.dump(), "sent");
}

async function rebuild(trial: Trial): Promise<void> {
  const { records, sessions } = await trial.ask<{ records: number; sessions: number }>("rebuild");
  expectThat(records > 0 && sessions > 0, `${records} records, ${sessions} sessions`);
  await expectRows(trial, await trial.dump(), "sent");
}
