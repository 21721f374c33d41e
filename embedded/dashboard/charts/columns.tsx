/** How many of something are in each part of 0 to 100; columns begin at 0, the tallest says its number. */
import { isCentred } from "../words/fifty.ts";
import { axis, tenth } from "./geometry.ts";
import { HundredAxis } from "./hundred-axis.tsx";
import { columnsOf, tallestOf } from "./spread-places.ts";
import { useWidth } from "./use-width.ts";

const LABEL_PX = 16;
const GAP_PX = 1.5;

export interface ColumnShapesProps {
  counts: readonly number[];
  at: (value: number) => number;
  /** Where the tallest column begins, with its number above it. */
  top: number;
  base: number;
}

/** Only the columns, for drawings that contain more. */
export function ColumnShapes({ counts, at, top, base }: ColumnShapesProps) {
  const columns = columnsOf(counts);
  const tallest = tallestOf(columns);
  const y = axis(0, Math.max(1, tallest?.count ?? 0), [base, top]);
  return (
    <>
      {columns.map(({ from, to, count }) => (
        <rect
          key={from}
          className="column"
          x={tenth(at(from) + GAP_PX / 2)}
          width={tenth(Math.max(1, at(to) - at(from) - GAP_PX))}
          y={tenth(y(count))}
          height={tenth(base - y(count))}
        />
      ))}
      {tallest !== undefined && tallest.count > 0 && (
        <text x={tenth(at((tallest.from + tallest.to) / 2))} y={top - 5} textAnchor="middle">
          {tallest.count}
        </text>
      )}
    </>
  );
}

const BASE = 84;
const HEIGHT = BASE + 26;

export interface ColumnsProps {
  /** The message, for screen readers. */
  label: string;
  counts: readonly number[];
  /** What is counted, such as "Sub-session efficiency". */
  title: string;
}

export function Columns({ label, counts, title }: ColumnsProps) {
  const { ref, width } = useWidth();
  const at = axis(0, 100, [0, width]);
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
          <ColumnShapes counts={counts} at={at} top={LABEL_PX} base={BASE} />
          {isCentred(title) && (
            <line className="usual" x1={tenth(at(50))} x2={tenth(at(50))} y1={LABEL_PX} y2={BASE} />
          )}
          <HundredAxis at={at} y={BASE} width={width} title={title} />
        </svg>
      )}
    </div>
  );
}
