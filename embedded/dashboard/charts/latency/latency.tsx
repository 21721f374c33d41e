/**
 * Latency by hour: the median strong, the 95th percentile thin, from 0; episodes as tinted bands with what they
 * cost.
 */
import { axis, band, path, tenth, ticks } from "../geometry.ts";
import { hourRuns, type LatencyEpisode, type LatencyPoint } from "./latency-runs.ts";
import { timeTicks } from "../time-ticks.ts";
import { useWidth } from "../use-width.ts";

const HEIGHT = 240;
const LEFT = 34;
const TOP = 26;
const BOTTOM = 24;
const HALF_HOUR_MS = 1_800_000;
/** Closer than this the numbers above two bands would run into each other. */
const LABEL_PX = 62;
/** What a day at the axis takes; one nearer to the edge is written to its left. */
const DAY_PX = 40;

export interface LatencyProps {
  /** The message, for screen readers. */
  label: string;
  points: readonly LatencyPoint[];
  episodes: readonly LatencyEpisode[];
  from: number;
  to: number;
}

export function Latency({ label, points, episodes, from, to }: LatencyProps) {
  const { ref, width, isNarrow } = useWidth();
  const right = width - (isNarrow ? 8 : 56);
  const x = axis(from, to, [LEFT, right]);
  const most = Math.max(1, ...points.map(({ high }) => high)) / 1000;
  const y = axis(0, most * 1.05, [HEIGHT - BOTTOM, TOP]);
  return (
    <div className="latency-room" ref={ref}>
      {width > 0 && (
        <svg
          className="chart latency"
          viewBox={`0 0 ${width} ${HEIGHT}`}
          width={width}
          height={HEIGHT}
          role="img"
          aria-label={label}
        >
          <Episodes episodes={episodes} x={x} />
          {ticks(0, most, 6).map((seconds) => (
            <g key={seconds}>
              <line className="rule" x1={LEFT} x2={right} y1={y(seconds)} y2={y(seconds)} />
              <text x={LEFT - 8} y={y(seconds) + 4} textAnchor="end">
                {seconds}
              </text>
            </g>
          ))}
          {timeTicks(from, to, isNarrow ? 4 : 7).map(({ at, label: day }) => (
            <text
              key={at}
              x={tenth(x(at))}
              y={HEIGHT - 6}
              textAnchor={width - x(at) < DAY_PX ? "end" : "start"}
            >
              {day}
            </text>
          ))}
          {hourRuns(points).map((run) => (
            <Run key={run[0]?.at} run={run} x={x} y={y} />
          ))}
          {!isNarrow && <EndLabels last={points.at(-1)} right={right} y={y} />}
        </svg>
      )}
    </div>
  );
}

type Axis = (value: number) => number;

function Run({ run, x, y }: { run: readonly LatencyPoint[]; x: Axis; y: Axis }) {
  const middle = (at: number) => x(at + HALF_HOUR_MS);
  const [first] = run;
  // a single hour has no line, so it is a short stroke
  const drawn =
    run.length > 1 || first === undefined ? run : [first, { ...first, at: first.at + HALF_HOUR_MS }];
  const medians = drawn.map(({ at, median }) => [middle(at), y(median / 1000)] as const);
  const highs = drawn.map(({ at, high }) => [middle(at), y(high / 1000)] as const);
  return (
    <g>
      <path className="band" d={band(highs, medians)} />
      <path className="latency-high" d={path(highs)} />
      <path className="trend-line" d={path(medians)} />
    </g>
  );
}

function Episodes({ episodes, x }: { episodes: readonly LatencyEpisode[]; x: Axis }) {
  let labelled = -Infinity;
  return episodes.map(({ id, from, to, label }) => {
    const [left, width] = [x(from), Math.max(3, x(to) - x(from))];
    const hasRoom = left - labelled > LABEL_PX;
    if (hasRoom) labelled = left;
    return (
      <g key={id}>
        <rect
          className="trouble-band"
          x={tenth(left)}
          width={tenth(width)}
          y={TOP - 6}
          height={HEIGHT - BOTTOM - TOP + 6}
        />
        {hasRoom && (
          <text className="dark" x={tenth(left + width / 2)} y={TOP - 12} textAnchor="middle">
            {label}
          </text>
        )}
      </g>
    );
  });
}

function EndLabels({ last, right, y }: { last: LatencyPoint | undefined; right: number; y: Axis }) {
  if (last === undefined) return null;
  const [median, high] = [y(last.median / 1000), y(last.high / 1000)];
  return (
    <>
      <text x={right + 8} y={tenth(Math.min(high, median - 14) + 4)}>
        95th
      </text>
      <text className="dark" x={right + 8} y={tenth(median + 4)}>
        median
      </text>
    </>
  );
}
