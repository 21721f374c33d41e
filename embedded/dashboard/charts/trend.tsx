/** One score over weeks: straight lines that stop at gaps, the interval as a band, the unfinished week dashed. */
import { formatInterval, formatThings } from "../words/numbers.ts";
import { axis, band, path, ticks } from "./geometry.ts";
import {
  type Axis,
  BOTTOM,
  type Bucket,
  bucketName,
  Grid,
  HEIGHT,
  TimeDrawing,
  TimeRoom,
  TOP,
} from "./time-room.tsx";
import type { Room } from "./time-room.tsx";
import {
  changeOfFormula,
  describeTrend,
  type DrawnPoint,
  type LastBucket,
  type PlacedPoint,
  placePoints,
  solidAndDashed,
  type TrendPoint,
  unbroken,
} from "./trend-points.ts";
import { trendRange } from "./trend-axis.ts";

/** What a point is based on is read out where it is known. */
type ReadPoint = DrawnPoint & Partial<TrendPoint>;

export interface TrendProps {
  name: string;
  points: readonly ReadPoint[];
  bucket: Bucket;
  /** How many of the last buckets belong to the window of the page; they are shaded. */
  shaded?: number;
  /** Of a window that is not up to now. */
  last?: LastBucket;
  /** The axis, where charts are side by side; left out: as the points need. */
  range?: readonly [from: number, to: number];
}

export function Trend(props: TrendProps) {
  const { name, points, bucket } = props;
  return (
    <TimeRoom
      name={name}
      bucket={bucket}
      starts={points.map(({ start }) => start)}
      readOut={(index) => readOut(points[index], bucket)}
    >
      {(room) => <Drawing {...props} room={room} />}
    </TimeRoom>
  );
}

/** Returns "Week of 26 Oct: 50, 44 to 56, 12 sub-sessions". */
function readOut(point: ReadPoint | undefined, bucket: Bucket): string {
  if (point === undefined) return "";
  const when = bucketName(point.start, bucket);
  const rests = point.subSessions === undefined ? "" : `, ${formatThings(point.subSessions, "task")}`;
  if (point.value === null) return `${when}: no value${rests}`;
  const interval = point.interval === null ? "" : `, ${formatInterval(point.interval)}`;
  return `${when}: ${Math.round(point.value)}${interval}${rests}`;
}

function Drawing({ name, points, bucket, shaded = 0, last, range, room }: TrendProps & { room: Room }) {
  const { x } = room;
  const placed = placePoints(points, last);
  const [from, to] = range ?? trendRange(points);
  const y = axis(from, to, [HEIGHT - BOTTOM, TOP]);
  const starts = points.map(({ start }) => start);
  return (
    <TimeDrawing label={describeTrend(name, points, bucket)} starts={starts} room={room}>
      <Shade x={x} count={points.length} shaded={shaded} />
      <Grid values={ticks(from, to)} y={y} room={room} title={name} />
      <NewFormula points={points} room={room} />
      {unbroken(placed).map((run) => (
        <Run key={run[0]?.index} run={run} x={x} y={y} />
      ))}
      <LastLabel point={placed.at(-1)} y={y} room={room} />
    </TimeDrawing>
  );
}

function Shade({ x, count, shaded }: { x: Axis; count: number; shaded: number }) {
  if (shaded < 2 || shaded >= count) return null;
  const start = x(count - shaded);
  return (
    <rect className="shade" x={start} width={x(count - 1) - start} y={TOP} height={HEIGHT - TOP - BOTTOM} />
  );
}

/** Where the formula changed: between two points that are not compared. */
function NewFormula({ points, room: { x, isNarrow } }: { points: readonly ReadPoint[]; room: Room }) {
  const place = changeOfFormula(points);
  if (place === null) return null;
  const at = (x(place - 1) + x(place)) / 2;
  return (
    <g>
      <line className="new-formula" x1={at} x2={at} y1={TOP} y2={HEIGHT - BOTTOM} />
      {!isNarrow && (
        <text x={at + 6} y={TOP + 10}>
          new formula
        </text>
      )}
    </g>
  );
}

function Run({ run, x, y }: { run: readonly PlacedPoint[]; x: Axis; y: Axis }) {
  const { solid, dashed } = solidAndDashed(run);
  const line = (points: readonly PlacedPoint[]) =>
    path(points.map(({ index, value }) => [x(index), y(value)]));
  const upper = run.map(({ index, high }) => [x(index), y(high)] as const);
  const lower = run.map(({ index, low }) => [x(index), y(low)] as const);
  return (
    <g>
      <path className="band" d={band(upper, lower)} />
      <path className="trend-line" d={line(solid)} />
      <path className="trend-line open" d={line(dashed)} />
      {run.map(({ index, value, isOpen }) => (
        <circle
          key={index}
          className={isOpen ? "point hollow" : "point"}
          cx={x(index)}
          cy={y(value)}
          r={isOpen ? 4 : 3}
        />
      ))}
    </g>
  );
}

/** Directly at the line where there is room. */
function LastLabel(props: { point: PlacedPoint | undefined; y: Axis; room: Room }) {
  const { point, y, room } = props;
  if (point === undefined || room.isNarrow) return null;
  // the baseline is at 50
  const away = Math.abs(y(point.value) - y(50)) < 14 ? -16 : 0;
  return (
    <text className="dark" x={room.x(point.index) + 10} y={y(point.value) + 4 + away}>
      {Math.round(point.value)}
      {point.isOpen ? " so far" : ""}
    </text>
  );
}
