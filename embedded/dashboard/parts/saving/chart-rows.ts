/** What charts without a table draw, as rows: the same numbers, not rounded. */
import type { StackBucket } from "../../charts/stack/pieces.ts";
import { columnsOf } from "../../charts/spread-places.ts";
import type { DrawnPoint, TrendPoint } from "../../charts/trend-points.ts";

/** The heads of the columns, then the rows. */
export type ChartRows = readonly (readonly string[])[];

type Bucket = "day" | "week";

export function rowsOfTrend(
  points: readonly (DrawnPoint & Partial<TrendPoint>)[],
  { name, bucket }: { name: string; bucket: Bucket },
): ChartRows {
  return [
    [bucket, name, "low", "high", "tasks"],
    ...points.map(({ start, value, interval, subSessions }) => [
      dateOf(start),
      ...[value, interval?.[0], interval?.[1], subSessions].map(textOf),
    ]),
  ];
}

export function rowsOfLines(
  series: readonly { name: string; points: readonly TrendPoint[] }[],
  bucket: Bucket,
): ChartRows {
  return [
    [bucket, ...series.map(({ name }) => name)],
    ...(series[0]?.points ?? []).map(({ start }, index) => [
      dateOf(start),
      ...series.map(({ points }) => textOf(points[index]?.value)),
    ]),
  ];
}

/** @param titleOf - Returns what a part is called. */
export function rowsOfStack(
  buckets: readonly StackBucket[],
  { names, bucket, titleOf }: { names: readonly string[]; bucket: Bucket; titleOf(name: string): string },
): ChartRows {
  return [
    [bucket, ...names.map(titleOf)],
    ...buckets.map(({ start, parts }) => [
      dateOf(start),
      ...names.map((name) =>
        textOf(parts.reduce((sum, part) => (part.name === name ? sum + part.value : sum), 0)),
      ),
    ]),
  ];
}

/** @param columns - What is counted, by name, in equal parts of 0 to 100. */
export function rowsOfColumns(
  columns: readonly (readonly [name: string, counts: readonly number[]])[],
): ChartRows {
  const parts = columnsOf(columns[0]?.[1] ?? []);
  return [
    ["from", "to", ...columns.map(([name]) => name)],
    ...parts.map(({ from, to }, index) =>
      [from, to, ...columns.map(([, counts]) => counts[index])].map(textOf),
    ),
  ];
}

export function rowsOfPairs(pairs: readonly (readonly [before: number, after: number])[]): ChartRows {
  return [["before", "after"], ...pairs.map((pair) => pair.map(textOf))];
}

function dateOf(start: string): string {
  return start.slice(0, "2026-11-21".length);
}

/** Without the noise of sums of fractions; empty for what is not known. */
function textOf(value: number | null | undefined): string {
  return value == null ? "" : String(Number(value.toPrecision(12)));
}
