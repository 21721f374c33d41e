/** One score over weeks: straight lines that stop at gaps, the interval as a band, the unfinished week dashed. */
import { type KeyboardEvent, useState } from "react";
import { formatInterval, formatThings } from "../words/numbers.ts";
import { formatDay } from "../words/times.ts";
import { axis, band, path, scoreRange, ticks } from "./geometry.ts";
import {
  describeTrend,
  type PlacedPoint,
  placePoints,
  solidAndDashed,
  type TrendPoint,
  unbroken,
} from "./trend-points.ts";
import { useWidth } from "./use-width.ts";

const HEIGHT = 250;
const LEFT = 28;
const TOP = 14;
const BOTTOM = 26;

export interface TrendProps {
  name: string;
  points: readonly TrendPoint[];
  bucket: "day" | "week";
  /** How many of the last buckets belong to the window of the page; they are shaded. */
  shaded?: number;
}

export function Trend(props: TrendProps) {
  const { ref, width, isNarrow } = useWidth();
  const [chosen, choose] = useState<number | null>(null);
  const { name, points, bucket } = props;
  const move = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    choose(Math.max(0, Math.min(points.length - 1, (chosen ?? points.length) + by)));
  };
  return (
    // arrows move through the weeks, so the chart takes the focus
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className="chart-room"
      ref={ref}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="group"
      aria-label={`${name}: arrow keys move through the ${bucket}s`}
      onKeyDown={move}
      onBlur={() => choose(null)}
      onMouseLeave={() => choose(null)}
    >
      {width > 0 && <Drawing {...props} width={width} isNarrow={isNarrow} chosen={chosen} choose={choose} />}
      <p className="reading" aria-live="polite">
        {chosen === null ? "" : readOut(points[chosen], bucket)}
      </p>
    </div>
  );
}

/** Gives: "Week of 26 Oct: 50, 44 to 56, 12 sub-sessions". */
function readOut(point: TrendPoint | undefined, bucket: "day" | "week"): string {
  if (point === undefined) return "";
  const when = `${bucket === "week" ? "Week of " : ""}${formatDay(point.start)}`;
  if (point.value === null) return `${when}: no value, ${formatThings(point.subSessions, "sub-session")}`;
  const interval = point.interval === null ? "" : `, ${formatInterval(point.interval)}`;
  return `${when}: ${Math.round(point.value)}${interval}, ${formatThings(point.subSessions, "sub-session")}`;
}

interface DrawingProps extends TrendProps {
  width: number;
  isNarrow: boolean;
  chosen: number | null;
  choose(index: number): void;
}

function Drawing({ name, points, bucket, shaded = 0, width, isNarrow, chosen, choose }: DrawingProps) {
  const right = isNarrow ? 10 : 74;
  const placed = placePoints(points);
  const [from, to] = scoreRange(placed.flatMap(({ low, high }) => [low, high]));
  const x = axis(0, Math.max(1, points.length - 1), [LEFT, width - right]);
  const y = axis(from, to, [HEIGHT - BOTTOM, TOP]);
  const slot = points.length > 1 ? x(1) - x(0) : width;
  return (
    <svg
      className="chart"
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      role="img"
      aria-label={describeTrend(name, points, bucket)}
    >
      <Shade x={x} count={points.length} shaded={shaded} />
      <Grid values={ticks(from, to)} y={y} width={width - right} isNarrow={isNarrow} />
      <Dates points={points} x={x} every={Math.ceil(points.length / (isNarrow ? 3 : 6))} />
      {unbroken(placed).map((run) => (
        <Run key={run[0]?.index} run={run} x={x} y={y} />
      ))}
      <LastLabel point={placed.at(-1)} x={x} y={y} isNarrow={isNarrow} />
      {chosen !== null && (
        <line className="cursor" x1={x(chosen)} x2={x(chosen)} y1={TOP} y2={HEIGHT - BOTTOM} />
      )}
      {points.map(({ start }, index) => (
        <rect
          key={start}
          className="touch"
          x={x(index) - slot / 2}
          width={slot}
          y={TOP}
          height={HEIGHT - TOP - BOTTOM}
          onMouseEnter={() => choose(index)}
        />
      ))}
    </svg>
  );
}

type Axis = (value: number) => number;

function Shade({ x, count, shaded }: { x: Axis; count: number; shaded: number }) {
  if (shaded < 2 || shaded >= count) return null;
  const start = x(count - shaded);
  return (
    <rect className="shade" x={start} width={x(count - 1) - start} y={TOP} height={HEIGHT - TOP - BOTTOM} />
  );
}

function Grid({
  values,
  y,
  width,
  isNarrow,
}: {
  values: readonly number[];
  y: Axis;
  width: number;
  isNarrow: boolean;
}) {
  return values.map((value) => (
    <g key={value}>
      <line
        className={value === 50 ? "rule strong" : "rule"}
        x1={LEFT}
        x2={width}
        y1={y(value)}
        y2={y(value)}
      />
      <text x={LEFT - 8} y={y(value) + 4} textAnchor="end">
        {value}
      </text>
      {value === 50 && !isNarrow && (
        <text x={width + 10} y={y(value) + 4}>
          as usual
        </text>
      )}
    </g>
  ));
}

function Dates({ points, x, every }: { points: readonly TrendPoint[]; x: Axis; every: number }) {
  return points.map(({ start }, index) =>
    index % every === 0 ? (
      <text key={start} x={x(index)} y={HEIGHT - 6} textAnchor={index === 0 ? "start" : "middle"}>
        {formatDay(start)}
      </text>
    ) : null,
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

/** Direct at the line, where there is room beside it. */
function LastLabel(props: { point: PlacedPoint | undefined; x: Axis; y: Axis; isNarrow: boolean }) {
  const { point, x, y, isNarrow } = props;
  if (point === undefined || isNarrow) return null;
  // "as usual" stands at 50
  const away = Math.abs(y(point.value) - y(50)) < 14 ? -16 : 0;
  return (
    <text className="dark" x={x(point.index) + 10} y={y(point.value) + 4 + away}>
      {Math.round(point.value)}
      {point.isOpen ? " so far" : ""}
    </text>
  );
}
