/**
 * Amounts by weekday and hour in five steps of one colour: a dot where there is no value, an outline for
 * remarkable hours.
 */
import { type KeyboardEvent, useState } from "react";
import { tenth } from "../geometry.ts";
import { type HeatCell, hourName, HOURS, stepOf, WEEKDAYS } from "./heat-cells.ts";
import { type HeatPlace, placeAfter } from "./heat-moves.ts";
import { useWidth } from "../use-width.ts";

const LEFT = 36;
const TOP = 18;
const ROW = 26;
const HEIGHT = TOP + WEEKDAYS.length * ROW;

export interface HeatMapProps {
  /** The message, for screen readers. */
  label: string;
  /** Cells that are not there were not measured. */
  cells: readonly HeatCell[];
  /** Slots that are outlined. */
  outlined: readonly { weekday: number; hour: number; hours: number }[];
  /** What is read out of a cell. */
  nameOf(cell: HeatCell): string;
  /** What is read out, after the hour, where nothing was measured. */
  none: string;
}

export function HeatMap({ label, cells, outlined, nameOf, none }: HeatMapProps) {
  const { ref, width, isNarrow } = useWidth();
  const [place, moveTo] = useState<HeatPlace>({ weekday: 0, hour: 0 });
  const [reading, read] = useState("");
  const squareAt = squaresOf({ cells, nameOf, none });
  const move = (event: KeyboardEvent<SVGSVGElement>): void => {
    const next = placeAfter(event.key, place);
    if (next === null) return;
    event.preventDefault();
    event.currentTarget.querySelector<SVGElement>(`[data-place="${keyOf(next)}"]`)?.focus();
  };
  const column = (width - LEFT) / HOURS;
  const x = (hour: number) => tenth(LEFT + hour * column);
  return (
    <div className="heat-room" ref={ref}>
      {width > 0 && (
        <svg
          className="chart heat"
          viewBox={`0 0 ${width} ${HEIGHT}`}
          width={width}
          height={HEIGHT}
          role="grid"
          tabIndex={-1}
          aria-label={`${label}; arrow keys move through the hours`}
          onKeyDown={move}
        >
          <Hours x={x} isNarrow={isNarrow} />
          <Squares
            squareAt={squareAt}
            place={place}
            choose={moveTo}
            read={read}
            x={x}
            width={tenth(Math.max(2, column - 2))}
          />
          <Outlines outlined={outlined} x={x} column={column} />
        </svg>
      )}
      <p className="reading" aria-hidden="true">
        {reading}
      </p>
    </div>
  );
}

/** Returns what is known of each hour, and what it says. */
function squaresOf({ cells, nameOf, none }: Pick<HeatMapProps, "cells" | "nameOf" | "none">) {
  const known = new Map(cells.map((cell) => [keyOf(cell), cell]));
  return (place: HeatPlace) => {
    const cell = known.get(keyOf(place));
    const name = cell === undefined ? `${hourName(place.weekday, place.hour)}, ${none}` : nameOf(cell);
    return { cell, name };
  };
}

function keyOf({ weekday, hour }: HeatPlace): string {
  return `${weekday} ${hour}`;
}

type Place = (hour: number) => number;

function Outlines({ outlined, x, column }: Pick<HeatMapProps, "outlined"> & { x: Place; column: number }) {
  return outlined.map(({ weekday, hour, hours }) => (
    <rect
      key={`${weekday} ${hour}`}
      className="heat-outline"
      aria-hidden="true"
      x={x(hour) - 1}
      y={TOP + weekday * ROW - 1}
      width={tenth(column * hours)}
      height={ROW}
      rx="3"
    />
  ));
}

const EVERY_HOUR = Array.from({ length: HOURS }, (_, hour) => hour);

function Hours({ x, isNarrow }: { x: Place; isNarrow: boolean }) {
  return EVERY_HOUR.filter((hour) => hour % (isNarrow ? 6 : 3) === 0).map((hour) => (
    <text key={hour} x={x(hour)} y={11} aria-hidden="true">
      {String(hour).padStart(2, "0")}
      {isNarrow ? "" : ":00"}
    </text>
  ));
}

interface SquaresProps {
  squareAt(place: HeatPlace): { cell: HeatCell | undefined; name: string };
  /** The one that Tab leads to. */
  place: HeatPlace;
  choose(place: HeatPlace): void;
  /** Shows what a square says; nothing for an empty text. */
  read(name: string): void;
  x: Place;
  width: number;
}

function Squares({ squareAt, place, choose, read, x, width }: SquaresProps) {
  return WEEKDAYS.map((name, weekday) => (
    <g key={name} role="row">
      <text x={0} y={TOP + weekday * ROW + 16} aria-hidden="true">
        {name}
      </text>
      {EVERY_HOUR.map((hour) => (
        <Square
          key={hour}
          {...squareAt({ weekday, hour })}
          place={{ weekday, hour }}
          isNext={place.weekday === weekday && place.hour === hour}
          choose={choose}
          read={read}
          x={x(hour)}
          y={TOP + weekday * ROW}
          width={width}
        />
      ))}
    </g>
  ));
}

interface SquareProps extends Pick<SquaresProps, "choose" | "read"> {
  cell: HeatCell | undefined;
  name: string;
  place: HeatPlace;
  /** Whether Tab leads to it. */
  isNext: boolean;
  x: number;
  y: number;
  width: number;
}

function Square({ cell, name, place, isNext, choose, read, x, y, width }: SquareProps) {
  const look = cell === undefined ? "touch" : `step-${stepOf(cell.minutes)}`;
  return (
    <g
      role="gridcell"
      aria-label={name}
      data-place={keyOf(place)}
      tabIndex={isNext ? 0 : -1}
      onFocus={() => {
        choose(place);
        read(name);
      }}
      onBlur={() => read("")}
      onMouseEnter={() => read(name)}
      onMouseLeave={() => read("")}
    >
      <rect className={look} x={x} y={y} width={width} height={ROW - 2} rx="2" />
      {cell === undefined && (
        <circle className="heat-none" cx={tenth(x + width / 2)} cy={y + ROW / 2} r="1" />
      )}
    </g>
  );
}

/** What each step means. */
export function HeatKey() {
  return (
    <span className="heat-key">
      {["0", "to 5", "to 15", "to 30", "over 30 min"].map((name, step) => (
        <span key={name}>
          <svg viewBox="0 0 16 12" aria-hidden="true">
            <rect className={`step-${step}`} width="16" height="12" rx="2" />
          </svg>
          {name}
        </span>
      ))}
    </span>
  );
}
