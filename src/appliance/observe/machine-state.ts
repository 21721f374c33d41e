/** What alerts hear of the machine: stages that are behind or fail, the judge model, refused senders, the last backup. */
import { readBacklog } from "../../answers/read-kept.ts";
import type { Database } from "../../database/open.ts";
import type { LateStage, MachineState } from "../../insights/alerts/finding/machine.ts";
import type { JudgeState, RunningJudge } from "../../judge/open-judge.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import type { StageReport } from "../../vocabulary/stage.ts";
import { type Instant, MINUTE, SECOND } from "../../vocabulary/units.ts";
import { readLastBackup } from "../backup/last-backup.ts";
import { readRefusedSenders } from "../refused-senders-file.ts";
import { lagsOf } from "./lags.ts";

/** The parts that are asked. */
interface MachineParts {
  dataDir: string;
  database: Database;
  clock: Clock;
  judge: Pick<RunningJudge, "state">;
  stageReports(): readonly StageReport[];
}

export async function readMachineState(parts: MachineParts): Promise<MachineState> {
  const { dataDir, database, clock, judge } = parts;
  const lags = lagsOf(await readBacklog(database), clock());
  const now = clock();
  const behind = Object.entries(lags).map(([stage, { seconds }]): LateStage => ({
    stage,
    problem: "behind",
    minutes: (seconds * SECOND) / MINUTE,
  }));
  const madeAt = readLastBackup(dataDir)?.madeAt;
  return {
    stages: [...behind, ...failingOf(parts.stageReports(), now)],
    judge: describeJudge(judge.state()),
    lastBackupAt: madeAt === undefined ? null : Date.parse(madeAt),
    refused: readRefusedSenders(dataDir, now),
  };
}

/** A stage fails from the first of its failures in a row on. */
function failingOf(reports: readonly StageReport[], now: Instant): LateStage[] {
  return reports.flatMap(({ name: stage, condition }) =>
    condition.kind === "failed"
      ? [{ stage, problem: "failing" as const, minutes: (now - condition.since) / MINUTE }]
      : [],
  );
}

function describeJudge({ closed, counts, month, budget }: JudgeState): MachineState["judge"] {
  if (closed !== null) return { isOutOfBudget: false, failing: null };
  const { failingSince: since, last } = counts;
  // a call that would not fit is not made, so the budget is seldom used up to the last cent
  const isOutOfBudget = last?.end === "out_of_budget" || isSpent(month, budget);
  return { isOutOfBudget, failing: since === null ? null : { since, outcome: last?.end ?? "" } };
}

function isSpent(month: JudgeState["month"], { cost, tokens }: JudgeState["budget"]): boolean {
  if (cost !== null && month.cost >= cost) return true;
  return tokens !== null && month.inputTokens + month.outputTokens >= tokens;
}
