/** How much was counted in each hour, a lane for each name; every lane is from 0 to its own tallest hour. */
import { formatCount } from "../../words/numbers.ts";
import { formatMoment } from "../../words/times.ts";
import { axis, tenth } from "../geometry.ts";
import { timeTicks } from "../time-ticks.ts";
import { useWidth } from "../use-width.ts";

/** One lane. */
export interface HourLane {
  name: string;
  total: number;
  /** Hours with something, by their start in milliseconds. */
  hours: readonly { at: number; calls: number }[];
}

export interface HourLanesProps {
  /** The message, for screen readers. */
  label: string;
  lanes: readonly HourLane[];
  /** In milliseconds. */
  from: number;
  to: number;
}

const HOUR_MS = 3_600_000;
const [TOP, LANE, GAP, FOOT] = [4, 34, 22, 20];

export function HourLanes({ label, lanes, from, to }: HourLanesProps) {
  const { ref, width, isNarrow } = useWidth();
  const height = TOP + lanes.length * (LANE + GAP) + FOOT;
  const x = axis(from, to, [0, width]);
  return (
    <div ref={ref}>
      {width > 0 && (
        <svg
          className="chart"
          role="img"
          aria-label={label}
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
        >
          {timeTicks(from, to, isNarrow ? 3 : 7).map(({ at, label: text }) => (
            <g key={at}>
              <line className="rule" x1={x(at)} x2={x(at)} y1={TOP} y2={height - FOOT} />
              <text x={x(at) + 3} y={height - 6}>
                {text}
              </text>
            </g>
          ))}
          {lanes.map((lane, index) => (
            <Lane key={lane.name} lane={lane} x={x} top={TOP + index * (LANE + GAP)} right={width} />
          ))}
        </svg>
      )}
    </div>
  );
}

interface LaneProps {
  lane: HourLane;
  x(at: number): number;
  top: number;
  /** The right edge. */
  right: number;
}

function Lane({ lane, x, top, right }: LaneProps) {
  const tallest = Math.max(1, ...lane.hours.map(({ calls }) => calls));
  const base = top + GAP + LANE - 4;
  const y = axis(0, tallest, [base, top + GAP - 4]);
  const width = Math.max(1, x(HOUR_MS) - x(0) - 1);
  return (
    <g>
      <text className="dark" x="0" y={top + 11}>
        {lane.name}: {formatCount(lane.total)}, at most {formatCount(tallest)} an hour
      </text>
      <line className="rule" x1="0" x2={right} y1={base} y2={base} />
      {lane.hours.map(({ at, calls }) => (
        <rect
          key={at}
          className="hour-column"
          x={tenth(x(at))}
          width={tenth(width)}
          y={tenth(y(calls))}
          height={tenth(base - y(calls))}
        >
          <title>{`${formatMoment(at)}: ${formatCount(calls)}`}</title>
        </rect>
      ))}
    </g>
  );
}
