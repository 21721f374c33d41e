/** The inputs of Skill over time: by week, or by day while there are too few weeks to make a line. Pure. */
import type { InputPoint } from "../../../../../src/scores/inputs/input-answer.ts";
import { placePoints, sinceFirstWork, type TrendPoint } from "../../../charts/trend-points.ts";
import { eachInput, type InputName } from "../../../words/inputs.ts";

const FEWEST_WEEKS = 4;

/** Each input's points. */
export interface InputSeries {
  bucket: "day" | "week";
  points: Readonly<Record<InputName, readonly TrendPoint[]>>;
}

/** @param days - The same time by day. */
export function pickSeries(weeks: readonly InputPoint[], days: readonly InputPoint[]): InputSeries {
  const byWeek = seriesOf(weeks);
  const isLong = Object.values(byWeek).some((points) => placePoints(points).length >= FEWEST_WEEKS);
  return isLong ? { bucket: "week", points: byWeek } : { bucket: "day", points: seriesOf(days) };
}

function seriesOf(points: readonly InputPoint[]): InputSeries["points"] {
  return eachInput((id) =>
    sinceFirstWork(
      points.map(({ start, subSessions, inputs }) => ({
        start,
        value: inputs[id].value,
        interval: inputs[id].interval,
        subSessions,
      })),
    ),
  );
}
