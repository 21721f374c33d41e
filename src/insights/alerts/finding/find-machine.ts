/** Finds what is wrong with the machine itself: senders that are refused, the judge model, stages and backups. */
import { DAY, MINUTE } from "../../../vocabulary/units.ts";
import type { Finding } from "./finding.ts";
import type { Look } from "./look.ts";

/** Programs whose requests were refused within a day; without a key that is known, they are the only organization's. */
export async function findRefused({ machine, organization, isAlone }: Look): Promise<Finding[]> {
  return machine.refused
    .filter(({ organizationId }) => (organizationId === null ? isAlone : organizationId === organization.id))
    .map(({ sender, fault, keyId, requests }) => ({
      subject: JSON.stringify([sender, fault, keyId]),
      developer: null,
      value: requests,
      facts: { kind: "refused_senders", sender, fault, keyId, requests },
    }));
}

/** A judge model that answers nothing, or whose budget is used up, however low the threshold. */
export async function findJudge({ machine: { judge }, now }: Look): Promise<Finding[]> {
  const { isOutOfBudget, failing } = judge;
  if (isOutOfBudget) return [judgeFinding("out_of_budget", "out_of_budget", Number.MAX_SAFE_INTEGER)];
  if (failing === null) return [];
  return [judgeFinding("failing", failing.outcome, (now - failing.since) / MINUTE)];
}

function judgeFinding(problem: "failing" | "out_of_budget", outcome: string, value: number): Finding {
  return { subject: problem, developer: null, value, facts: { kind: "judge", problem, outcome } };
}

export async function findLateStages({ machine }: Look): Promise<Finding[]> {
  return machine.stages.map(({ stage, problem, minutes }) => ({
    subject: `${stage} ${problem}`,
    developer: null,
    value: minutes,
    facts: { kind: "stage_behind", stage, problem, minutes },
  }));
}

/** Before the first backup the days count from when the organization was made. */
export async function findMissingBackup({ machine, organization, now }: Look): Promise<Finding[]> {
  const { lastBackupAt } = machine;
  const days = (now - (lastBackupAt ?? organization.createdAt)) / DAY;
  const facts = { kind: "backup", days: lastBackupAt === null ? null : days } as const;
  return [{ subject: "backup", developer: null, value: days, facts }];
}
