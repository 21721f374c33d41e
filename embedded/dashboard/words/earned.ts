/** How a score over a period follows from what was earned and taken, in words; pure. */
import type { BaselineSource } from "../../../src/metrics/baselines/baseline-versions.ts";
import type { ScoreRow } from "../../../src/scores/answer.ts";
import { formatShare } from "./numbers.ts";

/** What one score was computed from. */
export type SummedParts = NonNullable<NonNullable<ScoreRow["breakdown"]>["speed"]>;

/**
 * Returns "Earned 92 % of what was taken; usual here is 95 %".
 *
 * @param baseline - What the score is compared with; undefined where it is not known.
 */
export function sayEarned(
  { r, reference }: Pick<SummedParts, "r" | "reference">,
  baseline: BaselineSource | undefined,
): string {
  const usual = baseline === "shipped" ? "the shipped value is" : "usual here is";
  return `Earned ${formatShare(Math.exp(r))} of what was taken; ${usual} ${formatShare(Math.exp(reference))}`;
}

/** Returns "Outcome known for 70 % of what was earned; the rest counts half". */
export function sayEvidence({ evidence }: Pick<SummedParts, "evidence">): string {
  if (evidence >= ALL) return "Outcome known for all that was earned";
  return `Outcome known for ${formatShare(evidence)} of what was earned; the rest counts half`;
}

/** More is shown as 100 %. */
const ALL = 0.995;
