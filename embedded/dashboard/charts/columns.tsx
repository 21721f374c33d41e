/** How many of something lie in each five points from 0 to 100; columns begin at 0, the tallest says its number. */
import { axis, tenth } from "./geometry.ts";
import { HundredAxis } from "./hundred-axis.tsx";
import { columnsOf } from "./spread-places.ts";
import { useWidth } from "./use-width.ts";

const TOP = 18;
const BASE = 170;
const HEIGHT = BASE + 26;
const GAP = 1.5;

export interface ColumnsProps {
  /** The message, for screen readers. */
  label: string;
  values: readonly number[];
}

export function Columns({ label, values }: ColumnsProps) {
  const { ref, width } = useWidth();
  const columns = columnsOf(values);
  const most = Math.max(1, ...columns.map(({ count }) => count));
  const tallest = columns.find(({ count }) => count === most);
  const at = axis(0, 100, [0, width]);
  const y = axis(0, most, [BASE, TOP]);
  return (
    <div className="columns-room" ref={ref}>
      {width > 0 && (
        <svg
          className="chart"
          viewBox={`0 0 ${width} ${HEIGHT}`}
          width={width}
          height={HEIGHT}
          role="img"
          aria-label={label}
        >
          {columns.map(({ from, to, count }) => (
            <rect
              key={from}
              className="column"
              x={tenth(at(from) + GAP / 2)}
              width={tenth(at(to) - at(from) - GAP)}
              y={tenth(y(count))}
              height={tenth(BASE - y(count))}
            />
          ))}
          {tallest !== undefined && (
            <text x={tenth(at(tallest.from + 2.5))} y={TOP - 5} textAnchor="middle">
              {tallest.count}
            </text>
          )}
          <line className="usual" x1={tenth(at(50))} x2={tenth(at(50))} y1={TOP} y2={BASE} />
          <HundredAxis at={at} y={BASE} width={width} />
        </svg>
      )}
    </div>
  );
}
