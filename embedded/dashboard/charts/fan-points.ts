/** The arithmetic of a fan: which weeks have enough people, and the weeks as sentences. */
import { formatInterval, formatThings } from "../words/numbers.ts";
import { sinceFirst } from "./trend-points.ts";

/** How one score was spread among people on one day or in one week. */
export interface FanPoint {
  /** ISO 8601. */
  start: string;
  people: number;
  /** null where the people are too few. */
  median: number | null;
  middleHalf: readonly [number, number] | null;
  tenths: readonly [number, number] | null;
  /** The score of who looks; null without one. */
  ownScore: number | null;
}

/** A point that can be drawn, with its place in the row. */
export interface PlacedFan {
  index: number;
  median: number;
  middleHalf: readonly [number, number];
  tenths: readonly [number, number];
  /** The bucket is not over: it may still change. */
  isOpen: boolean;
}

/** The points with enough people, with their places. */
export function placeFan(points: readonly FanPoint[]): PlacedFan[] {
  return points.flatMap(({ median, middleHalf, tenths }, index) =>
    median === null || middleHalf === null || tenths === null
      ? []
      : [{ index, median, middleHalf, tenths, isOpen: index === points.length - 1 }],
  );
}

/** Leaves out the empty time before the first score. */
export function sinceFirstScore(points: readonly FanPoint[]): readonly FanPoint[] {
  return sinceFirst(points, ({ people }) => people > 0);
}

/** The fan as a sentence, for who cannot see it. */
export function describeFan(name: string, points: readonly FanPoint[], bucket: "day" | "week"): string {
  const known = placeFan(points);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return `${name} of the people by ${bucket}: too few people`;
  const gaps = points.length - known.length;
  const without = gaps === 0 ? "" : `, ${gaps} of ${points.length} ${bucket}s with too few people`;
  return (
    `${name} of the people by ${bucket}: median from ${Math.round(first.median)} to ` +
    `${Math.round(last.median)}, the last middle half ${formatInterval(last.middleHalf)}${without}`
  );
}

/** Returns "median 50, middle half 46 to 53, tenths 40 to 58, 7 people, you 52". */
export function sayFanPoint({ people, median, middleHalf, tenths, ownScore }: FanPoint): string {
  const you = ownScore === null ? "" : `, you ${Math.round(ownScore)}`;
  if (median === null || middleHalf === null || tenths === null)
    return `too few people, ${formatThings(people, "person", "people")}${you}`;
  return (
    `median ${Math.round(median)}, middle half ${formatInterval(middleHalf)}, ` +
    `tenths ${formatInterval(tenths)}, ${formatThings(people, "person", "people")}${you}`
  );
}
