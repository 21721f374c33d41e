/** Which part of 0 to 100 the axis of a trend shows. */
import { scoreRange } from "./geometry.ts";
import { type DrawnPoint, placePoints } from "./trend-points.ts";

/** Returns the first and the last number of the axis, with room for every interval. */
export function trendRange(points: readonly DrawnPoint[]): [from: number, to: number] {
  return scoreRange(placePoints(points).flatMap(({ low, high }) => [low, high]));
}

/** Returns "Axis from 30 to 80." */
export function sayAxis(points: readonly DrawnPoint[]): string {
  const [from, to] = trendRange(points);
  return `Axis from ${from} to ${to}.`;
}
