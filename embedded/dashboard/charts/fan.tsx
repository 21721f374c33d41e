/** One score of many people over weeks: the median, the middle half, and all but the lowest and highest tenth. */
import { describeFan, type FanPoint, type PlacedFan, placeFan, sayFanPoint } from "./fan-points.ts";
import { axis, band, path, scoreRange, ticks } from "./geometry.ts";
import {
  type Axis,
  BOTTOM,
  type Bucket,
  bucketName,
  Grid,
  HEIGHT,
  type Room,
  TimeDrawing,
  TimeRoom,
  TOP,
} from "./time-room.tsx";
import { solidAndDashed, unbroken } from "./trend-points.ts";

export interface FanProps {
  name: string;
  points: readonly FanPoint[];
  bucket: Bucket;
}

export function Fan({ name, points, bucket }: FanProps) {
  const readOut = (index: number): string => {
    const point = points[index];
    return point === undefined ? "" : `${bucketName(point.start, bucket)}: ${sayFanPoint(point)}`;
  };
  return (
    <TimeRoom name={name} bucket={bucket} starts={points.map(({ start }) => start)} readOut={readOut}>
      {(room) => <Drawing name={name} points={points} bucket={bucket} room={room} />}
    </TimeRoom>
  );
}

function Drawing({ name, points, bucket, room }: FanProps & { room: Room }) {
  const { x } = room;
  const placed = placeFan(points);
  const ownPoints = points.flatMap(({ ownScore: value }, index) =>
    value === null ? [] : [{ index, value }],
  );
  const shown = [...placed.flatMap(({ tenths }) => tenths), ...ownPoints.map(({ value }) => value)];
  const [from, to] = scoreRange(shown);
  const y = axis(from, to, [HEIGHT - BOTTOM, TOP]);
  const starts = points.map(({ start }) => start);
  return (
    <TimeDrawing kind="fan" label={describeFan(name, points, bucket)} starts={starts} room={room}>
      {unbroken(placed).map((run) => (
        <Run key={run[0]?.index} run={run} x={x} y={y} />
      ))}
      <Grid values={ticks(from, to)} y={y} room={room} />
      {ownPoints.map(({ index, value }) => (
        <circle key={index} className="you" cx={x(index)} cy={y(value)} r="4" />
      ))}
      <Labels last={placed.at(-1)} y={y} room={room} />
    </TimeDrawing>
  );
}

function Run({ run, x, y }: { run: readonly PlacedFan[]; x: Axis; y: Axis }) {
  const { solid, dashed } = solidAndDashed(run);
  const line = (points: readonly PlacedFan[]) =>
    path(points.map(({ index, median }) => [x(index), y(median)]));
  const area = (edges: "middleHalf" | "tenths") =>
    band(
      run.map((point) => [x(point.index), y(point[edges][1])]),
      run.map((point) => [x(point.index), y(point[edges][0])]),
    );
  const [only, ...more] = run;
  return (
    <g>
      <path className="fan-tenths" d={area("tenths")} />
      <path className="fan-middle" d={area("middleHalf")} />
      <path className="trend-line" d={line(solid)} />
      <path className="trend-line open" d={line(dashed)} />
      {only !== undefined && more.length === 0 && <Alone point={only} x={x} y={y} />}
    </g>
  );
}

/** A week between two gaps has no width, so its bands are upright lines. */
function Alone({ point, x, y }: { point: PlacedFan; x: Axis; y: Axis }) {
  const { index, median, middleHalf, tenths, isOpen } = point;
  return (
    <>
      <line className="fan-tenths-alone" x1={x(index)} x2={x(index)} y1={y(tenths[0])} y2={y(tenths[1])} />
      <line
        className="fan-middle-alone"
        x1={x(index)}
        x2={x(index)}
        y1={y(middleHalf[0])}
        y2={y(middleHalf[1])}
      />
      <circle className={isOpen ? "point hollow" : "point"} cx={x(index)} cy={y(median)} r="3.5" />
    </>
  );
}

const LINE_PX = 13;

/** Directly at the last week where there is room; moved apart where they would overlap. */
function Labels({ last, y, room }: { last: PlacedFan | undefined; y: Axis; room: Room }) {
  if (last === undefined || room.isNarrow) return null;
  const x = room.x(last.index) + 12;
  const median = y(last.median) + 4;
  const highest = Math.min(y(last.tenths[1]) + 4, median - 2 * LINE_PX);
  const lowest = Math.max(y(last.tenths[0]) + 4, median + LINE_PX);
  return (
    <>
      <text x={x} y={highest}>
        highest tenth
      </text>
      <text x={x} y={Math.min(median - LINE_PX, Math.max(y(last.middleHalf[1]) + 4, highest + LINE_PX))}>
        middle half
      </text>
      <text className="dark" x={x} y={median}>
        median {Math.round(last.median)}
      </text>
      <text x={x} y={lowest}>
        lowest tenth
      </text>
    </>
  );
}
