/** Which part of 0 to 100 the axis of a trend shows. */
import { scoreRange } from "./geometry.ts";
import { type DrawnPoint, placePoints } from "./trend-points.ts";

/** Returns the first and the last number of the axis, with room for every interval. */
export function trendRange(points: readonly DrawnPoint[]): [from: number, to: number] {
  return scoreRange(placePoints(points).flatMap(({ low, high }) => [low, high]));
}

/** Returns one axis for several charts that are side by side. */
export function rangeOver(charts: readonly (readonly DrawnPoint[])[]): [from: number, to: number] {
  const ranges = charts.map(trendRange);
  return [Math.min(...ranges.map(([from]) => from)), Math.max(...ranges.map(([, to]) => to))];
}

/** Returns "Axis from 30 to 80." */
export function sayAxis(points: readonly DrawnPoint[]): string {
  return sayRange(trendRange(points));
}

/** Returns the same of a range. */
export function sayRange([from, to]: readonly [number, number]): string {
  return `Axis from ${from} to ${to}.`;
}
