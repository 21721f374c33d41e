/** Stacked columns over time: one for each day or week, with a key below; arrow keys read them out. */
import { CsvButton } from "../../parts/saving/csv-button.tsx";
import { rowsOfStack } from "../../parts/saving/chart-rows.ts";
import { axis, tenth, ticks } from "../geometry.ts";
import { heightOf, namesIn, piecesOf, type StackBucket } from "./pieces.ts";
import { type Axis, BOTTOM, HEIGHT, LEFT, type Room, TimeDrawing, TimeRoom, TOP } from "../time-room.tsx";

const GAP_PX = 2;
const WIDEST_PX = 40;
/** Numbers with a unit need more room at the left than scores. */
const INSET_PX = 22;

export interface StackedProps {
  /** What is drawn: "Cost by model". */
  name: string;
  bucket: "day" | "week";
  /** In order; at most five names in all. */
  buckets: readonly StackBucket[];
  /** A number as the axis and the key write it. */
  format(value: number): string;
  /** What a column is called: "18 Nov". */
  nameOf(start: string): string;
  /** How a part is called, where that is not its name. */
  titleOf(name: string): string;
  /** The names from the bottom up; left out: the greatest first. */
  order?: readonly string[];
}

export function Stacked(props: StackedProps) {
  const { name, bucket, buckets, format, nameOf, titleOf, order } = props;
  const names = order ?? namesIn(buckets);
  const readOut = (index: number): string => {
    const chosen = buckets[index];
    if (chosen === undefined) return "";
    const parts = piecesOf(chosen, names).map(
      (piece) => `${titleOf(piece.name)} ${format(piece.to - piece.from)}`,
    );
    return `${nameOf(chosen.start)}: ${format(heightOf(chosen))}${parts.length > 1 ? ` (${parts.join(", ")})` : ""}`;
  };
  return (
    <>
      <TimeRoom
        name={name}
        bucket={bucket}
        starts={buckets.map(({ start }) => start)}
        readOut={readOut}
        inset={INSET_PX}
      >
        {(room) => <Drawing {...props} names={names} room={room} />}
      </TimeRoom>
      <Key {...props} names={names} />
      <CsvButton label={name} rows={() => rowsOfStack(buckets, { names, bucket, titleOf })} />
    </>
  );
}

interface DrawingProps extends StackedProps {
  names: readonly string[];
  room: Room;
}

function Drawing({ name, buckets, format, names, room }: DrawingProps) {
  const top = Math.max(0, ...buckets.map(heightOf));
  const y = axis(0, top === 0 ? 1 : top, [HEIGHT - BOTTOM, TOP]);
  const total = buckets.reduce((sum, bucket) => sum + heightOf(bucket), 0);
  const slot = buckets.length > 1 ? room.x(1) - room.x(0) : WIDEST_PX;
  const width = Math.max(1, Math.min(WIDEST_PX, slot - GAP_PX));
  return (
    <TimeDrawing
      label={`${name}: ${format(total)} in all, ${format(top)} at most in one column.`}
      starts={buckets.map(({ start }) => start)}
      room={room}
    >
      {ticksTo(top, buckets).map((value) => (
        <g key={value}>
          <line className="rule" x1={LEFT} x2={room.right + width / 2} y1={y(value)} y2={y(value)} />
          <text x={LEFT} y={y(value) - 4}>
            {format(value)}
          </text>
        </g>
      ))}
      {buckets.map((bucket, index) => (
        <Column
          key={bucket.start}
          bucket={bucket}
          names={names}
          x={room.x(index) - width / 2}
          width={width}
          y={y}
        />
      ))}
    </TimeDrawing>
  );
}

/** Whole things have no halves on the axis. */
function ticksTo(top: number, buckets: readonly StackBucket[]): number[] {
  if (top === 0) return [0];
  const areWhole = buckets.every(({ parts }) => parts.every(({ value }) => Number.isInteger(value)));
  return ticks(0, top, 4).filter((value) => !areWhole || Number.isInteger(value));
}

interface ColumnProps {
  bucket: StackBucket;
  names: readonly string[];
  x: number;
  width: number;
  y: Axis;
}

function Column({ bucket, names, x, width, y }: ColumnProps) {
  return piecesOf(bucket, names).map(({ name, from, to }) => (
    <rect
      key={name}
      className={`stack-piece series-${names.indexOf(name) + 1}`}
      x={tenth(x)}
      width={tenth(width)}
      y={tenth(y(to))}
      height={tenth(Math.max(0.5, y(from) - y(to) - (from > 0 ? 1 : 0)))}
    />
  ));
}

function Key({ buckets, format, names, titleOf }: StackedProps & { names: readonly string[] }) {
  if (names.length < 2) return null;
  return (
    <ul className="chart-key">
      {names.map((name, index) => {
        const sum = buckets
          .flatMap(({ parts }) => parts)
          .reduce((all, part) => all + (part.name === name ? part.value : 0), 0);
        return (
          <li key={name}>
            <svg className={`series-${index + 1}`} width="10" height="10" aria-hidden="true">
              <rect className="stack-piece" width="10" height="10" rx="2" />
            </svg>
            {titleOf(name)} <b>{format(sum)}</b>
          </li>
        );
      })}
    </ul>
  );
}
