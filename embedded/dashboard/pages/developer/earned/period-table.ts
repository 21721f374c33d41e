/** What the tasks of a time range took and earned, as lines that add up to what its scores are computed from; pure. */
import type { ScoreRow } from "../../../../../src/scores/answer.ts";
import {
  addLines,
  type Entries,
  type Line,
  lineOf,
  linesOf,
  subtractLine,
} from "../../session/account/lines.ts";

/** A task with its sums. */
export interface SummedTask {
  breakdown: Entries;
}

export interface PeriodTable<Task> {
  tasks: readonly { task: Task; amounts: Line }[];
  /** The tasks that are not listed; null where all are. */
  others: { count: number; amounts: Line } | null;
  total: Line;
}

/**
 * Returns null where the time range has no sums.
 *
 * @param tasks - Those that are listed, of all that count.
 */
export function periodTable<Task extends SummedTask>(
  { breakdown, counted }: Pick<ScoreRow, "breakdown" | "counted">,
  tasks: readonly Task[],
): PeriodTable<Task> | null {
  const axes = breakdown?.sse?.axes;
  if (axes === undefined) return null;
  const count = counted - tasks.length;
  const breakdowns = tasks.map((task) => task.breakdown);
  // where others are left, their line takes up what rounding adds or leaves out
  const lines = count > 0 ? breakdowns.map(lineOf) : linesOf(breakdowns);
  const rows = tasks.map((task, place) => ({ task, amounts: lines[place] ?? lineOf(task.breakdown) }));
  const shown = addLines(lines);
  if (count <= 0) return { tasks: rows, others: null, total: shown };
  const total = lineOf(axes);
  return { tasks: rows, others: { count, amounts: subtractLine(total, shown) }, total };
}
