/** One range for all scales and sparks that are side by side, so that equal lengths are equal points. */
import { createContext } from "react";
import { scaleRange, scoreRange } from "../geometry.ts";
import { placePoints, type DrawnPoint } from "../trend-points.ts";

type Range = readonly [from: number, to: number];

/** The ranges of a row of cards; null for a card by itself. */
export const SharedRange = createContext<{ scale: Range; spark: Range } | null>(null);

/** What a scale shows. */
export interface OnScale {
  value: number | null;
  interval: Range | null;
  before: number | null;
}

/** Returns ranges that have room for everything. */
export function rangesOver(
  scores: readonly OnScale[],
  trends: readonly (readonly DrawnPoint[])[],
): { scale: Range; spark: Range } {
  const values = scores.flatMap(({ value, interval, before }) =>
    [value ?? [], interval ?? [], before ?? []].flat(),
  );
  const drawn = trends.flatMap((points) => placePoints(points).flatMap(({ low, high }) => [low, high]));
  return { scale: scaleRange(values), spark: scoreRange(drawn) };
}
