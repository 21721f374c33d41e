/** Trends by week, or by day where there are too few weeks to make a line. */

/** The name of that choice, in addition to those of the buckets. */
export const AUTO = "auto";

const FEWEST_WEEKS = 4;

/** What parameters say of it. */
export const AUTO_TEXT = `${AUTO}: weeks, or days while fewer than ${FEWEST_WEEKS} weeks have a score.`;

/** A trend, and by what it is divided. */
export interface DividedTrend<Point, Bucket extends string> {
  bucket: Bucket;
  points: Point[];
}

/**
 * Reads a trend as it was asked for.
 *
 * @returns For `auto` the weeks where four or more have a score; else the days, unless none of them has one.
 */
export async function readDivided<Point, Bucket extends string>(
  asked: Bucket | typeof AUTO,
  read: (bucket: Bucket | "day" | "week") => Promise<Point[]>,
  hasScore: (point: Point) => boolean,
): Promise<DividedTrend<Point, Bucket | "day" | "week">> {
  if (asked !== AUTO) return { bucket: asked, points: await read(asked) };
  const weeks = await read("week");
  if (weeks.filter(hasScore).length >= FEWEST_WEEKS) return { bucket: "week", points: weeks };
  const days = await read("day");
  return days.some(hasScore) ? { bucket: "day", points: days } : { bucket: "week", points: weeks };
}
