/** How values of people lie: an anonymous ring for each above a box that holds the middle half, from 0 to 100. */
import { axis, tenth } from "./geometry.ts";
import { HundredAxis } from "./hundred-axis.tsx";
import { type Middle, middleOf, stacked } from "./spread-places.ts";
import { useWidth } from "./use-width.ts";

const RADIUS = 4.25;
const STEP = 11;
const BOX_HEIGHT = 8;
const ROOM_BELOW = 26;

export interface SpreadProps {
  /** "Skill", for screen readers. */
  name: string;
  values: readonly number[];
}

export function Spread({ name, values }: SpreadProps) {
  const { ref, width } = useWidth();
  return (
    <div className="spread-room" ref={ref}>
      {width > 0 && <Drawing name={name} values={values} width={width} />}
    </div>
  );
}

function Drawing({ name, values, width }: SpreadProps & { width: number }) {
  const at = axis(0, 100, [RADIUS + 1, width - RADIUS - 1]);
  const marks = stacked(values, (STEP / width) * 100);
  const rows = Math.max(4, ...marks.map(({ row }) => row + 1));
  const box = rows * STEP + 8;
  const bottom = box + BOX_HEIGHT + 5;
  const height = bottom + ROOM_BELOW;
  const middle = middleOf(values);
  return (
    <svg
      className="chart spread"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={describe(name, values, middle)}
    >
      <line className="usual" x1={tenth(at(50))} x2={tenth(at(50))} y1="0" y2={bottom} />
      <rect
        className="band"
        x={tenth(at(middle.low))}
        width={tenth(Math.max(2, at(middle.high) - at(middle.low)))}
        y={box}
        height={BOX_HEIGHT}
        rx="2"
      />
      <line
        className="median"
        x1={tenth(at(middle.median))}
        x2={tenth(at(middle.median))}
        y1={box - 2}
        y2={box + BOX_HEIGHT + 2}
      />
      {marks.map(({ value, row }, index) => (
        <circle
          key={index}
          className="one-of-them"
          cx={tenth(at(value))}
          cy={box - 9 - row * STEP}
          r={RADIUS}
        />
      ))}
      <HundredAxis at={at} y={bottom} width={width} />
    </svg>
  );
}

function describe(name: string, values: readonly number[], { low, median, high }: Middle): string {
  const [from, to] = [Math.min(...values), Math.max(...values)].map(Math.round);
  return (
    `${name} of ${values.length} people: median ${Math.round(median)}, the middle half from ` +
    `${Math.round(low)} to ${Math.round(high)}, all from ${from} to ${to}`
  );
}
