/** What is known of the judge model's check, and whether judging waits for it. */
import { modelCheckOf } from "../../appliance/judge.ts";
import { RUBRIC_VERSION } from "../../rubric/checks.ts";
import { mayJudge } from "../../rubric/trial/read-check.ts";
import { weakChecks } from "../../rubric/trial/trial-figures.ts";
import { readTrial, trialTables } from "../../rubric/trial/trials-table.ts";
import type { CommandCall } from "../command.ts";
import { hasTables, reading } from "../stores.ts";
import { isoTime } from "../../vocabulary/times.ts";

/** What a check found. */
export interface JudgeCheck {
  checkedAt: string;
  /** Checks on which it hardly agrees with careful readers. */
  weakChecks: string[];
}

/** Returns what the last check of the model found; null when it was not checked. */
export async function readJudgeCheck(call: CommandCall, model: string): Promise<JudgeCheck | null> {
  const trial = await reading(call, async (database) =>
    (await hasTables(database, trialTables)) ? readTrial(database, model, RUBRIC_VERSION) : null,
  );
  if (trial === null) return null;
  return { checkedAt: isoTime(trial.triedAt), weakChecks: weakChecks(trial.figures) };
}

/** Returns whether a server with this command's settings judges nothing because no check of its model has passed. */
export async function readWhetherHeld(call: CommandCall): Promise<boolean> {
  const { settings } = call.loaded;
  if (settings.llmBaseUrl === null || !settings.judgeRequiresCheck) return false;
  return reading(
    call,
    async (database) =>
      !(await hasTables(database, trialTables)) ||
      !(await mayJudge(database, settings.llmModel, modelCheckOf(settings))),
  );
}

/** Returns the line that says what a check found. */
export function describeCheck({ checkedAt, weakChecks: weak }: JudgeCheck): string {
  const found =
    weak.length === 0
      ? "its grades can be relied on"
      : `it failed, do not rely on its verdicts of ${weak.join(", ")}`;
  return `  checked ${checkedAt.slice(0, 10)}: ${found} (scoring judge check)`;
}

/** The line that says that judging waits. */
export const HELD =
  "  nothing is judged until this model has passed a check at its address (judge_requires_check): scoring judge check";
