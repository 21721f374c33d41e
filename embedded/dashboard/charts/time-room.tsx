/** What charts over time share: the room they take, arrow keys that move through it, the grid and the dates. */
import { useMiddle } from "./held-against.ts";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useContext, useState } from "react";
import { formatDay } from "../words/times.ts";
import { axis } from "./geometry.ts";
import { FixedWidth, useWidth } from "./use-width.ts";
import { MayZoom, useZoom } from "../address/zoom.ts";

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
  /** What is read out of the chosen bucket. */
  reading: string;
  /** The bucket at which the pointer was pressed; null when it is not. */
  pressed: number | null;
  press(index: number | null): void;
  /** Shows the buckets from one place to another; null where the page's time cannot be chosen. */
  zoom: ((from: number, to: number) => void) | null;
}

export interface TimeRoomProps {
  name: string;
  bucket: Bucket;
  /** Of the buckets, in order: ISO 8601. */
  starts: readonly string[];
  readOut(index: number): string;
  /** Room at both sides of what is drawn, for columns: half of the first and of the last is outside of their places. */
  inset?: number;
  children(room: Room): ReactNode;
}

export function TimeRoom(props: TimeRoomProps) {
  // nothing can be chosen in a document that nothing runs in
  return useContext(FixedWidth) === null ? <LiveRoom {...props} /> : <StillRoom {...props} />;
}

const NOTHING_CHOSEN = { chosen: null, choose: null, reading: "", pressed: null, zoom: null };

function StillRoom({ starts, inset = 0, children }: TimeRoomProps) {
  const { width, isNarrow } = useWidth();
  const room = { ...placesIn({ width, isNarrow, inset, count: starts.length }), ...NOTHING_CHOSEN };
  return <div className="chart-room">{children({ ...room, press: () => {} })}</div>;
}

interface RoomTaken {
  width: number;
  isNarrow: boolean;
  inset: number;
  count: number;
}

function placesIn({ width, isNarrow, inset, count }: RoomTaken) {
  const right = width - (isNarrow || inset > 0 ? 10 : 84) - inset;
  return { width, isNarrow, right, x: axis(0, Math.max(1, count - 1), [LEFT + 2 * inset, right]) };
}

function LiveRoom({ name, bucket, starts, readOut, inset = 0, children }: TimeRoomProps) {
  const { ref, width, isNarrow } = useWidth();
  const [chosen, choose] = useState<number | null>(null);
  const [pressed, press] = useState<number | null>(null);
  const show = useZoom(bucket);
  const zoom = (from: number, to: number): void =>
    show(starts[Math.min(from, to)] ?? "", starts[Math.max(from, to)] ?? "");
  const mayZoom = useContext(MayZoom);
  const reading = chosen === null ? "" : readOut(chosen);
  const leave = (): void => {
    choose(null);
    press(null);
  };
  const move = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && chosen !== null && mayZoom) zoom(chosen, chosen);
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    choose(Math.max(0, Math.min(starts.length - 1, (chosen ?? starts.length) + by)));
  };
  const places = placesIn({ width, isNarrow, inset, count: starts.length });
  const room = { ...places, chosen, choose, reading };
  return (
    // arrows move through the weeks, so the chart takes the focus
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className={mayZoom ? "chart-room zooms" : "chart-room"}
      ref={ref}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="group"
      aria-label={`${name}: arrow keys move through the ${bucket}s${mayZoom ? `, Enter shows one ${bucket}` : ""}`}
      onKeyDown={move}
      onBlur={leave}
      onMouseLeave={leave}
    >
      {width > 0 && children({ ...room, pressed, press, zoom: mayZoom ? zoom : null })}
      <p className="reading visually-hidden" aria-live="polite">
        {reading}
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
      <Reading room={room} />
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
        className={value === 50 && middle !== "" ? "rule strong" : "rule"}
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

/** Beyond the plot, for a word. */
const LABEL_ROOM_PX = 60;

/** Days and weeks are UTC, whatever the reader's clock. */
function Dates({ starts, room: { x, isNarrow, right, width } }: { starts: readonly string[]; room: Room }) {
  const every = Math.ceil(starts.length / (isNarrow ? 3 : 6));
  return (
    <>
      {starts.map((start, index) =>
        index % every === 0 ? (
          <text key={start} x={x(index)} y={HEIGHT - 6} textAnchor={index === 0 ? "start" : "middle"}>
            {formatDay(start)}
          </text>
        ) : null,
      )}
      {width - right > LABEL_ROOM_PX && (
        <text x={width} y={HEIGHT - 6} textAnchor="end">
          UTC
        </text>
      )}
    </>
  );
}

/** A line at the chosen bucket, and over each bucket a part that chooses it when it is pointed at. */
function Cursor({ starts, room }: { starts: readonly string[]; room: Room }) {
  const { x, chosen, choose, pressed, width } = room;
  const slot = starts.length > 1 ? x(1) - x(0) : width;
  return (
    <>
      {chosen !== null && (
        <line className="cursor" x1={x(chosen)} x2={x(chosen)} y1={TOP} y2={HEIGHT - BOTTOM} />
      )}
      {chosen !== null && pressed !== null && (
        <rect
          className="drawn-over"
          x={x(Math.min(chosen, pressed)) - slot / 2}
          width={slot * (Math.abs(chosen - pressed) + 1)}
          y={TOP}
          height={HEIGHT - TOP - BOTTOM}
        />
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
            {...pressing(room, index)}
          />
        ))}
    </>
  );
}

/** A click shows one bucket, drawing over several shows all of them; a finger only reads. */
function pressing({ press, pressed, zoom }: Room, index: number) {
  if (zoom === null) return {};
  return {
    onPointerDown: ({ pointerType, button }: PointerEvent) => {
      if (pointerType === "mouse" && button === 0) press(index);
    },
    onPointerUp: () => {
      press(null);
      if (pressed !== null) zoom(pressed, index);
    },
  };
}

const READING_PX = 190;
const READING_GAP_PX = 12;

/** What the chosen bucket says, next to it: on its right, or on its left where there is no room. */
function Reading({ room: { chosen, reading, x, width } }: { room: Room }) {
  if (chosen === null || reading === "") return null;
  const after = x(chosen) + READING_GAP_PX;
  const isAfter = after + READING_PX <= width;
  return (
    <foreignObject
      className="reading-place"
      x={isAfter ? after : Math.max(0, x(chosen) - READING_GAP_PX - READING_PX)}
      y={TOP}
      width={READING_PX}
      height={HEIGHT - TOP - BOTTOM}
    >
      <div className={isAfter ? "reading-box" : "reading-box before"}>{reading}</div>
    </foreignObject>
  );
}
