/** A trend without axes, next to its number; all sparks of a row have one range, so that they can be compared. */
import { useContext } from "react";
import { isCentred } from "../words/fifty.ts";
import { axis, band, path, scoreRange } from "./geometry.ts";
import { SharedRange } from "./ranges/shared-range.ts";
import { describeTrend, placePoints, solidAndDashed, type TrendPoint, unbroken } from "./trend-points.ts";

const WIDTH = 100;
const HEIGHT = 44;
const AIR = 3;

export interface SparkProps {
  name: string;
  points: readonly TrendPoint[];
  bucket: "day" | "week";
}

export function Spark({ name, points, bucket }: SparkProps) {
  const placed = placePoints(points);
  const shared = useContext(SharedRange);
  const [from, to] = shared?.spark ?? scoreRange(placed.flatMap(({ low, high }) => [low, high]));
  const x = axis(0, Math.max(1, points.length - 1), [0, WIDTH]);
  const y = axis(from, to, [HEIGHT - AIR, AIR]);
  const last = placed.at(-1);
  return (
    <svg
      className="spark"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={describeTrend(name, points, bucket)}
    >
      {isCentred(name) && <line className="usual" x1="0" x2={WIDTH} y1={y(50)} y2={y(50)} />}
      {unbroken(placed).map((run) => {
        const { solid, dashed } = solidAndDashed(run);
        const upper = run.map(({ index, high }) => [x(index), y(high)] as const);
        const lower = run.map(({ index, low }) => [x(index), y(low)] as const);
        return (
          <g key={run[0]?.index}>
            <path className="band" d={band(upper, lower)} />
            <path className="trend-line" d={path(solid.map(({ index, value }) => [x(index), y(value)]))} />
            <Lone run={run} x={x} y={y} />
            <path
              className="trend-line open"
              d={path(dashed.map(({ index, value }) => [x(index), y(value)]))}
            />
          </g>
        );
      })}
      {last !== undefined && <path className="trend-end" d={`M${x(last.index)} ${y(last.value)}h0`} />}
    </svg>
  );
}

const MINI_HEIGHT = 16;

/** Only the line, from 0 to 100, for tables. */
export function MiniSpark({ name, points, bucket }: SparkProps) {
  const placed = placePoints(points);
  const x = axis(0, Math.max(1, points.length - 1), [1, WIDTH - 1]);
  const y = axis(0, 100, [MINI_HEIGHT - 1, 1]);
  const last = placed.at(-1);
  return (
    <svg
      className="mini mini-spark"
      viewBox={`0 0 ${WIDTH} ${MINI_HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={describeTrend(name, points, bucket)}
    >
      {unbroken(placed).map((run) => (
        <g key={run[0]?.index}>
          <path className="trend-line" d={path(run.map(({ index, value }) => [x(index), y(value)]))} />
          <Lone run={run} x={x} y={y} />
        </g>
      ))}
      {last !== undefined && <path className="trend-end" d={`M${x(last.index)} ${y(last.value)}h0`} />}
    </svg>
  );
}

interface LoneProps {
  run: readonly { index: number; value: number }[];
  x(index: number): number;
  y(value: number): number;
}

/** A day or week between two without a score, which no line leads to. */
function Lone({ run, x, y }: LoneProps) {
  const [only] = run;
  if (only === undefined || run.length > 1) return null;
  return <path className="trend-end" d={`M${x(only.index)} ${y(only.value)}h0`} />;
}
