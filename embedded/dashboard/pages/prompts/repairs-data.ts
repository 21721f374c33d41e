/** What the share of tasks without a repair says; pure, so that it can be tested. */
import { sinceFirstWork, type TrendPoint } from "../../charts/trend-points.ts";
import { formatShare, formatThings } from "../../words/numbers.ts";

/** One week. */
export interface WeekOfTasks {
  start: string;
  tasks: number;
  withoutRepair: number;
  /** 0 to 1; null without tasks. */
  share: number | null;
}

/** Returns the line in percent, from the first week with tasks on. */
export function linePoints(weeks: readonly WeekOfTasks[]): TrendPoint[] {
  const points = weeks.map(({ start, tasks, share }) => ({
    start,
    value: share === null ? null : share * 100,
    interval: null,
    subSessions: tasks,
  }));
  return [...sinceFirstWork(points)];
}

/** Returns "62 of 90 tasks went without a repair, 69 %." */
export function sayRepairs(weeks: readonly WeekOfTasks[]): string {
  const tasks = weeks.reduce((sum, week) => sum + week.tasks, 0);
  const without = weeks.reduce((sum, week) => sum + week.withoutRepair, 0);
  if (tasks === 0) return "No task here shows whether it was repaired.";
  return `${without} of ${formatThings(tasks, "task")} went without a repair, ${formatShare(without / tasks)}.`;
}
