/** People before and after, a line for each from a ring to a dot; without names. */
import { axis, tenth } from "../geometry.ts";
import { HundredAxis } from "../hundred-axis.tsx";
import { describePairs, type Pair } from "./pair-words.ts";
import { useWidth } from "../use-width.ts";

export interface PairsProps {
  /** "Skill", for screen readers. */
  name: string;
  pairs: readonly Pair[];
}

export function Pairs(props: PairsProps) {
  const { ref, width } = useWidth();
  return (
    <div className="spread-room" ref={ref}>
      {width > 0 && <Drawing {...props} width={width} />}
    </div>
  );
}

const TOP = 8;
const LOWEST_ROW = 3;
const HIGHEST_ROW = 12;
const ROOM = 200;
const ROOM_BELOW = 24;

/** By the value before, which says nothing of whose it is. */
function Drawing({ name, pairs, width }: PairsProps & { width: number }) {
  const row = Math.max(LOWEST_ROW, Math.min(HIGHEST_ROW, ROOM / pairs.length));
  const radius = Math.min(4, row / 2 + 1);
  const at = axis(0, 100, [6, width - 6]);
  const bottom = TOP + pairs.length * row + TOP;
  const sorted = pairs.toSorted(([left], [right]) => left - right);
  return (
    <svg
      className="chart pairs"
      viewBox={`0 0 ${width} ${bottom + ROOM_BELOW}`}
      width={width}
      height={bottom + ROOM_BELOW}
      role="img"
      aria-label={describePairs(name, pairs)}
    >
      {sorted.map(([before, after], index) => {
        const y = tenth(TOP + (index + 0.5) * row);
        const [from, to] = [tenth(at(before)), tenth(at(after))];
        return (
          <g key={`pair-${index + 1}`} className={after < before ? "lower" : "higher"}>
            <line x1={from} x2={to} y1={y} y2={y} />
            <circle className="before" cx={from} cy={y} r={radius * 0.75} />
            <circle className="after" cx={to} cy={y} r={radius} />
          </g>
        );
      })}
      <HundredAxis at={at} y={bottom} width={width} title={name} />
    </svg>
  );
}
