/** How one score is from 0 to 100: columns of sub-sessions, a ring for each person, a box for the middle half. */
import { isCentred } from "../words/fifty.ts";
import { ColumnShapes } from "./columns.tsx";
import { axis, tenth } from "./geometry.ts";
import { HundredAxis } from "./hundred-axis.tsx";
import { stacked } from "./spread-places.ts";
import { useWidth } from "./use-width.ts";

const RADIUS = 4.25;
const STEP = 11;
const BOX_HEIGHT = 8;
const ROOM_BELOW = 26;
const COLUMNS_TOP = 16;
const COLUMNS_BASE = 84;

export interface SpreadProps {
  /** "Skill", for screen readers. */
  name: string;
  people: number;
  median: number;
  middleHalf: readonly [number, number];
  tenths: readonly [number, number];
  /** A ring for each person but the one who looks; none where the key may not see them. */
  rings: readonly number[];
  /** The score of who looks; null without one. */
  ownScore: number | null;
  /** Sub-sessions by equal parts of 0 to 100; null where too few people have any. */
  counts: readonly number[] | null;
}

export function Spread(props: SpreadProps) {
  const { ref, width } = useWidth();
  return (
    <div className="spread-room" ref={ref}>
      {width > 0 && <Drawing {...props} width={width} />}
    </div>
  );
}

function Drawing({ rings, ownScore, counts, width, ...spread }: SpreadProps & { width: number }) {
  const at = axis(0, 100, [RADIUS + 1, width - RADIUS - 1]);
  const marks = stacked(ownScore === null ? rings : [...rings, ownScore], (STEP / width) * 100);
  const top = counts === null ? 0 : COLUMNS_BASE + 6;
  const box = top + Math.max(2, ...marks.map(({ row }) => row + 1)) * STEP + 8;
  const bottom = box + BOX_HEIGHT + 5;
  const height = bottom + ROOM_BELOW;
  const ownMark = marks.find(({ value }) => value === ownScore);
  return (
    <svg
      className="chart spread"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={describe({ ...spread, ownScore })}
    >
      {counts !== null && <ColumnShapes counts={counts} at={at} top={COLUMNS_TOP} base={COLUMNS_BASE} />}
      {counts !== null && <line className="rule" x1="0" x2={width} y1={COLUMNS_BASE} y2={COLUMNS_BASE} />}
      {isCentred(spread.name) && (
        <line
          className="usual"
          x1={tenth(at(50))}
          x2={tenth(at(50))}
          y1={counts === null ? 0 : COLUMNS_TOP}
          y2={bottom}
        />
      )}
      <Box {...spread} at={at} y={box} />
      {marks.map((mark, index) => (
        <circle
          key={index}
          className={mark === ownMark ? "you" : "one-of-them"}
          cx={tenth(at(mark.value))}
          cy={box - 9 - mark.row * STEP}
          r={RADIUS}
        />
      ))}
      <HundredAxis at={at} y={bottom} width={width} title={spread.name} />
    </svg>
  );
}

type BoxProps = Pick<SpreadProps, "median" | "middleHalf" | "tenths"> & {
  at: (value: number) => number;
  y: number;
};

/** The middle half as a box, the median as a line in it, all but the lowest and highest tenth as a thin line. */
function Box({ median, middleHalf: [low, high], tenths, at, y }: BoxProps) {
  const middle = y + BOX_HEIGHT / 2;
  return (
    <>
      <line className="tenths" x1={tenth(at(tenths[0]))} x2={tenth(at(tenths[1]))} y1={middle} y2={middle} />
      <rect
        className="band"
        x={tenth(at(low))}
        width={tenth(Math.max(2, at(high) - at(low)))}
        y={y}
        height={BOX_HEIGHT}
        rx="2"
      />
      <line
        className="median"
        x1={tenth(at(median))}
        x2={tenth(at(median))}
        y1={y - 2}
        y2={y + BOX_HEIGHT + 2}
      />
    </>
  );
}

function describe(
  spread: Pick<SpreadProps, "name" | "people" | "median" | "middleHalf" | "tenths" | "ownScore">,
): string {
  const { name, people, median, middleHalf, tenths, ownScore } = spread;
  const [low, high, lowest, highest] = [...middleHalf, ...tenths].map(Math.round);
  const you = ownScore === null ? "" : `; you have ${Math.round(ownScore)}`;
  return (
    `${name} of ${people} people: median ${Math.round(median)}, the middle half from ${low} to ${high}, ` +
    `all but the lowest and the highest tenth from ${lowest} to ${highest}${you}`
  );
}
