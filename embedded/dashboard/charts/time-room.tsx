/** What charts over time share: the room they take, arrow keys that move through it, the grid and the dates. */
import { useMiddle } from "./held-against.ts";
import { type KeyboardEvent, type ReactNode, useContext, useState } from "react";
import { formatDay } from "../words/times.ts";
import { axis } from "./geometry.ts";
import { FixedWidth, useWidth } from "./use-width.ts";

export const HEIGHT = 250;
export const LEFT = 28;
export const TOP = 14;
export const BOTTOM = 26;

export type Bucket = "day" | "week";
export type Axis = (value: number) => number;

/** How much room a drawing has. */
export interface Room {
  width: number;
  isNarrow: boolean;
  /** The right edge of the plot; labels are beyond it where there is room. */
  right: number;
  /** From the index of a bucket to its place. */
  x: Axis;
  /** The bucket that is read out. */
  chosen: number | null;
  /** null where nothing can be chosen. */
  choose: ((index: number) => void) | null;
}

export interface TimeRoomProps {
  name: string;
  bucket: Bucket;
  count: number;
  readOut(index: number): string;
  /** Room at both sides of what is drawn, for columns: half of the first and of the last is outside of their places. */
  inset?: number;
  children(room: Room): ReactNode;
}

export function TimeRoom({ name, bucket, count, readOut, inset = 0, children }: TimeRoomProps) {
  const { ref, width, isNarrow } = useWidth();
  const [chosen, choose] = useState<number | null>(null);
  const right = width - (isNarrow || inset > 0 ? 10 : 84) - inset;
  const x = axis(0, Math.max(1, count - 1), [LEFT + 2 * inset, right]);
  // nothing can be chosen in a document that nothing runs in
  if (useContext(FixedWidth) !== null)
    return <div className="chart-room">{children({ width, isNarrow, right, x, chosen, choose: null })}</div>;
  const move = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    choose(Math.max(0, Math.min(count - 1, (chosen ?? count) + by)));
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
      {width > 0 && children({ width, isNarrow, right, x, chosen, choose })}
      <p className="reading" aria-live="polite">
        {chosen === null ? "" : readOut(chosen)}
      </p>
    </div>
  );
}

export interface TimeDrawingProps {
  kind?: "fan";
  /** What it shows, for screen readers. */
  label: string;
  /** Of the buckets, in order. */
  starts: readonly string[];
  room: Room;
  children: ReactNode;
}

/** The picture itself, with the dates below it and the cursor above all that is drawn. */
export function TimeDrawing({ kind, label, starts, room, children }: TimeDrawingProps) {
  return (
    <svg
      className={kind === undefined ? "chart" : `chart ${kind}`}
      width={room.width}
      height={HEIGHT}
      viewBox={`0 0 ${room.width} ${HEIGHT}`}
      role="img"
      aria-label={label}
    >
      <Dates starts={starts} room={room} />
      {children}
      <Cursor starts={starts} room={room} />
    </svg>
  );
}

/** Returns "Week of 26 Oct", "26 Oct". */
export function bucketName(start: string, bucket: Bucket): string {
  return `${bucket === "week" ? "Week of " : ""}${formatDay(start)}`;
}

export interface GridProps {
  values: readonly number[];
  y: Axis;
  room: Room;
  /** What is drawn, such as "Speed": 50 is its baseline. Left out where other labels are at the right edge. */
  title?: string;
}

export function Grid({ values, y, room: { right, isNarrow }, title = "" }: GridProps) {
  const middle = useMiddle(title).slice("50 ".length);
  return values.map((value) => (
    <g key={value}>
      <line
        className={value === 50 ? "rule strong" : "rule"}
        x1={LEFT}
        x2={right}
        y1={y(value)}
        y2={y(value)}
      />
      <text x={LEFT - 8} y={y(value) + 4} textAnchor="end">
        {value}
      </text>
      {value === 50 && !isNarrow && middle !== "" && (
        <text x={right + 10} y={y(value) + 4}>
          {middle}
        </text>
      )}
    </g>
  ));
}

function Dates({ starts, room: { x, isNarrow } }: { starts: readonly string[]; room: Room }) {
  const every = Math.ceil(starts.length / (isNarrow ? 3 : 6));
  return starts.map((start, index) =>
    index % every === 0 ? (
      <text key={start} x={x(index)} y={HEIGHT - 6} textAnchor={index === 0 ? "start" : "middle"}>
        {formatDay(start)}
      </text>
    ) : null,
  );
}

/** A line at the chosen bucket, and over each bucket a part that chooses it when it is pointed at. */
function Cursor({ starts, room }: { starts: readonly string[]; room: Room }) {
  const { x, chosen, choose, width } = room;
  const slot = starts.length > 1 ? x(1) - x(0) : width;
  return (
    <>
      {chosen !== null && (
        <line className="cursor" x1={x(chosen)} x2={x(chosen)} y1={TOP} y2={HEIGHT - BOTTOM} />
      )}
      {choose !== null &&
        starts.map((start, index) => (
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
    </>
  );
}
