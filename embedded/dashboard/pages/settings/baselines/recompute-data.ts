/** How far a recompute has come, in words. */
import type { RecomputeAnswer } from "../../../../../src/metrics/baselines/recompute.ts";
import { formatCount, formatThings } from "../../../words/numbers.ts";

/** The fields of the response that the words need. */
export type RecomputeState = Pick<RecomputeAnswer, "status" | "done" | "total" | "reason">;

/** Whether nothing more comes of it. */
export function isOver({ status }: RecomputeState): boolean {
  return status === "completed" || status === "failed";
}

/** Returns "120 of 300 tasks so far." */
export function sayRecompute({ status, done, total, reason }: RecomputeState): string {
  switch (status) {
    case "pending":
      return `${formatThings(total, "task waits", "tasks wait")} for their turn.`;
    case "running":
      return `${formatCount(done)} of ${formatThings(total, "task")} so far.`;
    case "completed":
      return `${formatThings(done, "task now uses", "tasks now use")} the newest baselines.`;
    case "failed":
      return reason ?? "It failed; the server's log says why. Start it again.";
  }
}
