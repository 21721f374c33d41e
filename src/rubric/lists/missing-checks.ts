/** Ranks what prompts lack: each check with how often it is missing, and the points that this costs. */
import { z } from "zod";
import { type CheckId, CHECKS, DIMENSION_WEIGHTS } from "../checks.ts";
import type { Verdict } from "../verdicts.ts";

const COUNT = z.int().min(0);

export const MISSING_CHECKS = z.object({
  prompts: COUNT.describe("Scored prompts that were looked at, the newest ones; 1,000 at most."),
  checks: z
    .array(
      z.object({
        check: z.enum(CHECKS.map(({ id }) => id)),
        asked: COUNT.describe("Prompts to which the check applies."),
        missing: COUNT,
        cost: z
          .number()
          .min(0)
          .describe("Points of the mean score that these prompts would have more if none missed it."),
      }),
    )
    .describe("Those that are missing somewhere, the most expensive first."),
});

export type MissingChecks = z.infer<typeof MISSING_CHECKS>;
type MissingCheck = MissingChecks["checks"][number];

/** Takes the verdicts of each prompt. */
export function rankMissing(prompts: readonly (readonly Verdict[])[]): MissingChecks {
  const checks = CHECKS.flatMap(({ id, dimension }): MissingCheck[] => {
    if (dimension === null) return [];
    const verdicts = prompts.flatMap((each) => each.find((verdict) => verdict.id === id) ?? []);
    const asked = verdicts.filter(({ verdict }) => verdict !== "na").length;
    const missing = verdicts.filter(({ verdict }) => verdict === "no").length;
    const lost = prompts.reduce((sum, each) => sum + pointsLost(each, id), 0);
    return missing === 0 ? [] : [{ check: id, asked, missing, cost: lost / prompts.length }];
  });
  return { prompts: prompts.length, checks: checks.toSorted((left, right) => right.cost - left.cost) };
}

/** What a prompt's score would have more with this check: its part of its dimension. */
function pointsLost(verdicts: readonly Verdict[], id: CheckId): number {
  if (verdicts.find((verdict) => verdict.id === id)?.verdict !== "no") return 0;
  const { dimension = null } = CHECKS.find((check) => check.id === id) ?? {};
  if (dimension === null) return 0;
  const ofDimension = CHECKS.filter((check) => check.dimension === dimension).map((check) => check.id);
  const counted = verdicts.filter((verdict) => ofDimension.includes(verdict.id) && verdict.verdict !== "na");
  return (100 * DIMENSION_WEIGHTS[dimension]) / counted.length;
}
