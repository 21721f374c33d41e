/**
 * A score on its scale: the same small drawing wherever a score is shown. Percentages keep its text from
 * stretching.
 */
import { formatInterval, formatScore } from "../words/numbers.ts";
import { useContext } from "react";
import type { Tick } from "../words/fifty.ts";
import { useTick } from "./held-against.ts";
import { SharedRange } from "./ranges/shared-range.ts";
import { axis, scaleRange, tenth } from "./geometry.ts";

export const USUAL_INTERVAL = "80 % interval";

export interface ScaleProps {
  /** "Skill", for screen readers. */
  name: string;
  value: number;
  /** null: not known, as for an input from few sub-sessions. */
  interval: readonly [number, number] | null;
  intervalName?: string;
  /** The period before; null when there is nothing to compare with. */
  before?: number | null;
  /** The mark, if it is not that of now; null for none. */
  tick?: Tick | null;
}

const TENTHS = [10, 20, 30, 40, 60, 70, 80, 90];

export function Scale(props: ScaleProps) {
  const { name, value, interval, intervalName, before = null } = props;
  const usual = useTick(name);
  const tick = props.tick === undefined ? usual : props.tick;
  const shared = useContext(SharedRange);
  const [from, to] = shared?.scale ?? scaleRange(knownOf(props));
  const at = axis(from, to, [0, 100]);
  return (
    <svg
      className="scale"
      role="img"
      aria-label={describe({
        name,
        value,
        interval,
        before,
        ...(intervalName !== undefined && { intervalName }),
      })}
    >
      <line className="line" x1="0" x2="100%" y1="14" y2="14" />
      {TENTHS.map((percent) => (
        <line key={percent} className="line" x1={`${percent}%`} x2={`${percent}%`} y1="12" y2="16" />
      ))}
      <line className="edge" x1="0.5" x2="0.5" y1="10" y2="18" />
      <line className="edge" x1="100%" x2="100%" y1="10" y2="18" />
      {interval !== null && <Band at={at} interval={interval} y={8} height={12} />}
      <TickLine tick={tick} at={at} />
      {before !== null && <circle className="before" cx={`${tenth(at(before))}%`} cy="14" r="3" />}
      <Value at={tenth(at(value))} isHollow={interval === null} />
      <text x="0" y="38">
        {from}
      </text>
      <text x={`${labelPlace(tick, at)}%`} y="38" textAnchor="middle">
        {tick?.label ?? (from + to) / 2}
      </text>
      <text x="100%" y="38" textAnchor="end">
        {to}
      </text>
    </svg>
  );
}

function knownOf({ value, interval, before = null }: ScaleProps): number[] {
  return [value, ...(interval ?? []), ...(before === null ? [] : [before])];
}

interface TickProps {
  tick: Tick | null;
  at: (value: number) => number;
}

function TickLine({ tick, at }: TickProps) {
  const x = tick === null ? 50 : tenth(at(tick.at));
  const [top, bottom] = tick === null ? [12, 16] : [4, 24];
  return <line className="edge" x1={`${x}%`} x2={`${x}%`} y1={top} y2={bottom} />;
}

/** The label keeps off the numbers at both ends. */
function labelPlace(tick: Tick | null, at: (value: number) => number): number {
  return tick === null ? 50 : tenth(Math.max(30, Math.min(70, at(tick.at))));
}

function Band(props: {
  at: (value: number) => number;
  interval: readonly [number, number];
  y: number;
  height: number;
}) {
  const { at, interval, y, height } = props;
  const [low, high] = [at(interval[0]), at(interval[1])];
  return (
    <rect
      className="band"
      x={`${tenth(low)}%`}
      width={`${tenth(high - low)}%`}
      y={y}
      height={height}
      rx="2"
    />
  );
}

function Value({ at, isHollow }: { at: number; isHollow: boolean }) {
  if (isHollow) return <circle className="value-hollow" cx={`${at}%`} cy="14" r="4.5" />;
  return <line className="value" x1={`${at}%`} x2={`${at}%`} y1="5" y2="23" />;
}

function describe({
  name,
  value,
  interval,
  intervalName = USUAL_INTERVAL,
  before = null,
}: Omit<ScaleProps, "tick">): string {
  const parts = [
    `${name} ${formatScore(value)} of 100`,
    interval === null ? "interval not known" : `${intervalName} ${formatInterval(interval)}`,
    ...(before === null ? [] : [`${formatScore(before)} in the period before`]),
  ];
  return parts.join(", ");
}

/** The same without labels, for tables: from 0 to 100. */
export function MiniScale({ name, value, interval }: Omit<ScaleProps, "before" | "tick">) {
  const at = axis(0, 100, [0, 100]);
  const place = tenth(at(value));
  const tick = useTick(name);
  return (
    <svg className="mini" role="img" aria-label={describe({ name, value, interval })}>
      <line className="line" x1="0" x2="100%" y1="8" y2="8" />
      {tick !== null && (
        <line className="edge" x1={`${tenth(at(tick.at))}%`} x2={`${tenth(at(tick.at))}%`} y1="2" y2="14" />
      )}
      {interval !== null && <Band at={at} interval={interval} y={5} height={6} />}
      {interval === null ? (
        <circle className="value-hollow" cx={`${place}%`} cy="8" r="3.5" />
      ) : (
        <line className="value" x1={`${place}%`} x2={`${place}%`} y1="3" y2="13" />
      )}
    </svg>
  );
}
