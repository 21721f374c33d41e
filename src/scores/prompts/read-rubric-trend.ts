/** Reads how the four dimensions of prompts changed by day or week. */
import { z } from "zod";
import type { Database } from "../../database/open.ts";
import {
  averageMarks,
  countByStatus,
  DIMENSION_MEANS,
  type PromptAverages,
  type StatusCounts,
} from "../../rubric/lists/averages.ts";
import type { PromptDay } from "../../rubric/days/prompt-day.ts";
import type { PromptsWindow } from "../../rubric/lists/prompt-answer.ts";
import { readDaysIn } from "../../rubric/lists/read-averages.ts";
import { isoTime } from "../../vocabulary/times.ts";
import { DAY } from "../../vocabulary/units.ts";
import { type BUCKETS, periodsIn } from "../periods.ts";

/** One day or week. */
export const RUBRIC_TREND_POINT = DIMENSION_MEANS.extend({
  start: z.iso.datetime().describe("Start of the day or week (Monday), UTC; the first is cut to `from`."),
});

export type RubricTrendPoint = z.infer<typeof RUBRIC_TREND_POINT>;

/** What is asked for. */
export interface RubricTrendQuery extends PromptsWindow {
  bucket: (typeof BUCKETS)[number];
}

/** The means of each bucket, and the means and counts of the whole window, which come from the same rows. */
export interface RubricTrend {
  /** One for each bucket that the window touches, the earliest first, those without prompts among them. */
  points: RubricTrendPoint[];
  averages: PromptAverages;
  statuses: StatusCounts;
}

/** Reads how the grades of prompts changed. */
export async function readRubricTrend(database: Database, query: RubricTrendQuery): Promise<RubricTrend> {
  const days = await readDaysIn(database, query);
  const averages = averageMarks(days.map(({ marks }) => marks));
  return { points: pointsOf(days, query), averages, statuses: countByStatus(days) };
}

function pointsOf(days: readonly PromptDay[], query: RubricTrendQuery): RubricTrendPoint[] {
  let next = 0;
  return periodsIn(query, query.bucket)
    .toReversed()
    .map(({ start, end }) => {
      const first = next;
      while ((days[next]?.day ?? Infinity) * DAY < end) next += 1;
      const { rubricScore: _rubricScore, ...means } = averageMarks(
        days.slice(first, next).map(({ marks }) => marks),
      );
      return { start: isoTime(start), ...means };
    });
}
