/** One value before and after, on the scale of scores: a ring, and the mark of the value. */
import { isCentred } from "../words/fifty.ts";
import { formatScore } from "../words/numbers.ts";
import { useMiddle } from "./held-against.ts";
import { axis, tenth } from "./geometry.ts";

export interface BeforeAfterProps {
  /** "Iteration efficiency", for screen readers. */
  name: string;
  before: number;
  after: number;
}

/** From 0 to 100; per cent keeps its text from stretching. */
export function BeforeAfter({ name, before, after }: BeforeAfterProps) {
  const middle = useMiddle(name);
  const at = axis(0, 100, [0, 100]);
  const [from, to] = [tenth(at(before)), tenth(at(after))];
  return (
    <svg
      className="scale"
      role="img"
      aria-label={`${name} ${formatScore(before)} of 100 before, ${formatScore(after)} after`}
    >
      <line className="line" x1="0" x2="100%" y1="14" y2="14" />
      <line className="edge" x1="0.5" x2="0.5" y1="10" y2="18" />
      <line className="edge" x1="50%" x2="50%" y1={isCentred(name) ? 4 : 12} y2={isCentred(name) ? 24 : 16} />
      <line className="edge" x1="100%" x2="100%" y1="10" y2="18" />
      <rect
        className="band"
        x={`${Math.min(from, to)}%`}
        width={`${tenth(Math.abs(to - from))}%`}
        y="12"
        height="4"
      />
      <circle className="before" cx={`${from}%`} cy="14" r="4" />
      <line className="value" x1={`${to}%`} x2={`${to}%`} y1="5" y2="23" />
      <text x="0" y="38">
        0
      </text>
      <text x="50%" y="38" textAnchor="middle">
        {middle}
      </text>
      <text x="100%" y="38" textAnchor="end">
        100
      </text>
    </svg>
  );
}
