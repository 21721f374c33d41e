/** The axis under a drawing that goes from 0 to 100. */
import { useMiddle } from "./held-against.ts";
import { tenth } from "./geometry.ts";

const LABELS = [
  [0, "start"],
  [25, "middle"],
  [50, "middle"],
  [75, "middle"],
  [100, "end"],
] as const;

export interface HundredAxisProps {
  at: (value: number) => number;
  y: number;
  width: number;
  /** What the scale shows, such as "Speed". */
  title: string;
}

export function HundredAxis({ at, y, width, title }: HundredAxisProps) {
  const middle = useMiddle(title);
  return (
    <>
      <line className="rule strong" x1="0" x2={width} y1={y} y2={y} />
      {LABELS.map(([value, anchor]) => (
        <text key={value} x={tenth(at(value))} y={y + 17} textAnchor={anchor}>
          {value === 50 ? middle : value}
        </text>
      ))}
    </>
  );
}
