/** One score over time, as charts draw it. */

/** One day or week, as it is drawn. */
export interface DrawnPoint {
  /** ISO 8601. */
  start: string;
  value: number | null;
  interval: readonly [number, number] | null;
  /** The version of the formula; undefined where all points have the same. */
  scoringVersion?: string;
}

/** The same with what it rests on. */
export interface TrendPoint extends DrawnPoint {
  subSessions: number;
}

const FEWEST_SHOWN = 4;

/** Leaves out the buckets before the first that counts, as long as four are left. */
export function sinceFirst<Point>(
  points: readonly Point[],
  counts: (point: Point) => boolean,
): readonly Point[] {
  const first = points.findIndex(counts);
  const start = first === -1 ? points.length : first;
  return points.slice(Math.max(0, Math.min(start, points.length - FEWEST_SHOWN)));
}

/** Leaves out the empty time before the first work. */
export function sinceFirstWork(points: readonly TrendPoint[]): readonly TrendPoint[] {
  return sinceFirst(points, ({ subSessions }) => subSessions > 0);
}

/** A point with its place in the row. */
export interface PlacedPoint {
  index: number;
  start: string;
  value: number;
  low: number;
  high: number;
  /** The bucket is not over: it may still change. */
  isOpen: boolean;
  scoringVersion?: string;
}

/** Whether the last bucket of a row is over, and its value stays. */
export type LastBucket = "open" | "over";

/**
 * Those that have a value, with their places.
 *
 * @param last - Whether the last bucket is over; of a row up to now it is not.
 */
export function placePoints(points: readonly DrawnPoint[], last: LastBucket = "open"): PlacedPoint[] {
  return points.flatMap(({ start, value, interval, scoringVersion }, index) => {
    if (value === null) return [];
    const [low, high] = interval ?? [value, value];
    const isOpen = last === "open" && index === points.length - 1;
    return [
      { index, start, value, low, high, isOpen, ...(scoringVersion !== undefined && { scoringVersion }) },
    ];
  });
}

/** Neighbours without a gap between them; values of two formulas are not joined either. */
export function unbroken<Point extends { index: number; scoringVersion?: string }>(
  points: readonly Point[],
): Point[][] {
  const found: Point[][] = [];
  for (const point of points) {
    const last = found.at(-1);
    const before = last?.at(-1);
    const follows = before?.index === point.index - 1 && before.scoringVersion === point.scoringVersion;
    if (follows) last?.push(point);
    else found.push([point]);
  }
  return found;
}

/** The part of a run that is drawn solid, and the part that leads to a bucket that is not over. */
export function solidAndDashed<Point extends { isOpen: boolean }>(
  run: readonly Point[],
): { solid: readonly Point[]; dashed: readonly Point[] } {
  if (run.at(-1)?.isOpen !== true) return { solid: run, dashed: [] };
  return { solid: run.slice(0, -1), dashed: run.slice(-2) };
}

/** The trend as a sentence, for who cannot see it. */
export function describeTrend(name: string, points: readonly DrawnPoint[], bucket: "day" | "week"): string {
  const known = placePoints(points);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return `${name} by ${bucket}: no value yet`;
  const gaps = points.length - known.length;
  const without = gaps === 0 ? "" : `, ${gaps} of ${points.length} ${bucket}s without a value`;
  const formula = changeOfFormula(points) === null ? "" : ", not compared across the change of formula";
  return `${name} by ${bucket}: from ${Math.round(first.value)} to ${Math.round(last.value)}${without}${formula}`;
}

/** The place of the last point that has another formula than the one before it; null where all have the same. */
export function changeOfFormula(points: readonly DrawnPoint[]): number | null {
  const place = points.findLastIndex(
    ({ scoringVersion }, index) => index > 0 && scoringVersion !== points[index - 1]?.scoringVersion,
  );
  return place === -1 ? null : place;
}

/** Whether the formula changed after a time, in milliseconds. */
export function hasNewFormulaSince(points: readonly DrawnPoint[], since: number): boolean {
  const place = changeOfFormula(points);
  return place !== null && Date.parse(points[place]?.start ?? "") >= since;
}
