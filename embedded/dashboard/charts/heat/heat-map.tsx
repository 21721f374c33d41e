/** Amounts by weekday and hour: five steps of one hue, a dot where nothing was measured, outlined what stands out. */
import { tenth } from "../geometry.ts";
import { type HeatCell, HOURS, stepOf, WEEKDAYS } from "./heat-cells.ts";
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
  /** What stands beside a cell when it is pointed at. */
  nameOf(cell: HeatCell): string;
}

export function HeatMap({ label, cells, outlined, nameOf }: HeatMapProps) {
  const { ref, width, isNarrow } = useWidth();
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
          role="img"
          aria-label={label}
        >
          <Hours x={x} isNarrow={isNarrow} />
          <Squares cells={cells} nameOf={nameOf} x={x} width={tenth(Math.max(2, column - 2))} />
          {outlined.map(({ weekday, hour, hours }) => (
            <rect
              key={`${weekday} ${hour}`}
              className="heat-outline"
              x={x(hour) - 1}
              y={TOP + weekday * ROW - 1}
              width={tenth(column * hours)}
              height={ROW}
              rx="3"
            />
          ))}
        </svg>
      )}
    </div>
  );
}

type Place = (hour: number) => number;

const EVERY_HOUR = Array.from({ length: HOURS }, (_, hour) => hour);

function Hours({ x, isNarrow }: { x: Place; isNarrow: boolean }) {
  return EVERY_HOUR.filter((hour) => hour % (isNarrow ? 6 : 3) === 0).map((hour) => (
    <text key={hour} x={x(hour)} y={11}>
      {String(hour).padStart(2, "0")}
      {isNarrow ? "" : ":00"}
    </text>
  ));
}

function Squares({
  cells,
  nameOf,
  x,
  width,
}: Pick<HeatMapProps, "cells" | "nameOf"> & { x: Place; width: number }) {
  const known = new Map(cells.map((cell) => [`${cell.weekday} ${cell.hour}`, cell]));
  return WEEKDAYS.map((name, weekday) => (
    <g key={name}>
      <text x={0} y={TOP + weekday * ROW + 16}>
        {name}
      </text>
      {EVERY_HOUR.map((hour) => (
        <Square
          key={hour}
          cell={known.get(`${weekday} ${hour}`)}
          nameOf={nameOf}
          x={x(hour)}
          y={TOP + weekday * ROW}
          width={width}
        />
      ))}
    </g>
  ));
}

interface SquareProps extends Pick<HeatMapProps, "nameOf"> {
  cell: HeatCell | undefined;
  x: number;
  y: number;
  width: number;
}

function Square({ cell, nameOf, x, y, width }: SquareProps) {
  if (cell === undefined)
    return <circle className="heat-none" cx={tenth(x + width / 2)} cy={y + ROW / 2} r="1" />;
  return (
    <rect className={`step-${stepOf(cell.minutes)}`} x={x} y={y} width={width} height={ROW - 2} rx="2">
      <title>{nameOf(cell)}</title>
    </rect>
  );
}

/** What each step stands for. */
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
