/** Several means over time on one axis, each labelled at its line; lines stop at gaps, the unfinished end is dashed. */
import { CsvButton } from "../parts/saving/csv-button.tsx";
import { formatScore } from "../words/numbers.ts";
import { rowsOfLines } from "../parts/saving/chart-rows.ts";
import { axis, path, ticks } from "./geometry.ts";
import { placeLabels } from "./label-places.ts";
import {
  type Axis,
  BOTTOM,
  bucketName,
  HEIGHT,
  Grid,
  type Room,
  TimeDrawing,
  TimeRoom,
  TOP,
} from "./time-room.tsx";
import { describeTrend, placePoints, solidAndDashed, type TrendPoint, unbroken } from "./trend-points.ts";

const LABELS_APART = 15;

/** One line. */
export interface Series {
  name: string;
  /** Next to its end, where there is little room. */
  short: string;
  points: readonly TrendPoint[];
}

export interface LinesProps {
  name: string;
  /** At most five, in the order of their colours; their points are of the same days or weeks. */
  series: readonly Series[];
  bucket: "day" | "week";
  /** Of the axis. */
  range: readonly [from: number, to: number];
}

export function Lines(props: LinesProps) {
  const { name, series, bucket } = props;
  const points = series[0]?.points ?? [];
  const read = (index: number): string => {
    const start = points[index]?.start;
    if (start === undefined) return "";
    const values = series.map(
      ({ short, points: line }) => `${short} ${formatScore(line[index]?.value ?? null)}`,
    );
    return `${bucketName(start, bucket)}: ${values.join(", ")}`;
  };
  return (
    <>
      <TimeRoom name={name} bucket={bucket} starts={points.map(({ start }) => start)} readOut={read}>
        {(room) => (
          <>
            <Drawing {...props} room={room} />
            {room.isNarrow && <Key series={series} />}
          </>
        )}
      </TimeRoom>
      <CsvButton label={name} rows={() => rowsOfLines(series, bucket)} />
    </>
  );
}

function Drawing({ series, bucket, range: [from, to], room }: LinesProps & { room: Room }) {
  const { isNarrow, x } = room;
  const starts = series[0]?.points.map(({ start }) => start) ?? [];
  const y = axis(from, to, [HEIGHT - BOTTOM, TOP]);
  return (
    <TimeDrawing
      label={series.map(({ name, points }) => describeTrend(name, points, bucket)).join(". ")}
      starts={starts}
      room={room}
    >
      <Grid values={ticks(from, to)} y={y} room={room} />
      {series.map(({ name, points }, index) => (
        <Line key={name} points={points} index={index} x={x} y={y} />
      ))}
      {!isNarrow && <EndLabels series={series} x={x} y={y} />}
    </TimeDrawing>
  );
}

interface LineProps {
  points: readonly TrendPoint[];
  index: number;
  x: Axis;
  y: Axis;
}

function Line({ points, index, x, y }: LineProps) {
  const placed = placePoints(points);
  const last = placed.at(-1);
  const line = (run: readonly { index: number; value: number }[]) =>
    path(run.map((point) => [x(point.index), y(point.value)]));
  return (
    <g className={`series-${index + 1}`}>
      {unbroken(placed).map((run) => {
        const { solid, dashed } = solidAndDashed(run);
        return (
          <g key={run[0]?.index}>
            <path className="series-line" d={line(solid)} />
            <path className="series-line open" d={line(dashed)} />
            {run.length === 1 && run[0] !== last && (
              <circle className="series-end" cx={x(run[0]?.index ?? 0)} cy={y(run[0]?.value ?? 0)} r={3} />
            )}
          </g>
        );
      })}
      {last !== undefined && <circle className="series-end" cx={x(last.index)} cy={y(last.value)} r={3.5} />}
    </g>
  );
}

function EndLabels({ series, x, y }: { series: readonly Series[]; x: Axis; y: Axis }) {
  const ends = series.flatMap(({ short, points }) => {
    const last = placePoints(points).at(-1);
    return last === undefined ? [] : [{ short, ...last }];
  });
  const places = placeLabels(
    ends.map(({ value }) => y(value) + 4),
    LABELS_APART,
    [TOP, HEIGHT - BOTTOM],
  );
  return ends.map(({ short, index, value }, place) => (
    <text key={short} className="dark" x={x(index) + 10} y={places[place]}>
      {short} {Math.round(value)}
    </text>
  ));
}

/** Under the chart, where there is no room next to the lines. */
function Key({ series }: { series: readonly Series[] }) {
  return (
    <ul className="chart-key">
      {series.map(({ name, short, points }, index) => (
        <li key={name}>
          <svg className={`series-${index + 1}`} width="14" height="8" aria-hidden="true">
            <path className="series-line" d="M0 4H14" />
          </svg>
          {short} <b>{formatScore(placePoints(points).at(-1)?.value ?? null)}</b>
        </li>
      ))}
    </ul>
  );
}
