/** The lane of sub-sessions, and the boundaries between them: upright dashed lines through all lanes. */
import { axis } from "../../../charts/geometry.ts";
import type { OpenSession } from "../open-session.ts";
import { boundaryLines } from "./boundary-lines.ts";
import { BOTTOM, LANES, type View } from "./lanes.ts";

/** About as wide as a letter of the label. */
const LETTER_PX = 6.2;

export function SubSessionLane({
  open,
  view,
  isNarrow,
}: {
  open: OpenSession;
  view: View;
  isNarrow: boolean;
}) {
  const x = axis(view.from, view.to, [view.left, view.right]);
  const within = (place: number): number => Math.min(view.right, Math.max(view.left, place));
  const { top, height } = LANES.subSessions;
  const bars = open.subSessions.map(({ id, index, title, startedAt, endedAt }) => {
    const [from, to] = [within(x(Date.parse(startedAt))), within(x(Date.parse(endedAt)))];
    return { id, index, from, to, label: labelOf(index, title, to - from - 12) };
  });
  const lines = boundaryLines(open, view);
  return (
    <>
      {bars
        .filter(({ from, to }) => to > from)
        .map(({ id, from, to, label }) => (
          <g key={id}>
            <rect
              className="sub-session"
              x={from}
              width={Math.max(2, to - from)}
              y={top}
              height={height}
              rx={4}
            />
            <text className="dark" x={from + 8} y={top + height / 2 + 4}>
              {label}
            </text>
          </g>
        ))}
      {lines.map(({ turnIndex, x: place }) => (
        <g key={turnIndex}>
          <line className="boundary-line" x1={place} x2={place} y1={0} y2={BOTTOM} />
          <circle className="boundary-grip" cx={place} cy={top + height / 2} r={isNarrow ? 4 : 5} />
        </g>
      ))}
    </>
  );
}

/** "2 Backoff settings…", as much as there is room for. */
function labelOf(index: number, title: string | null, room: number): string {
  const whole = title === null ? String(index + 1) : `${index + 1}  ${title}`;
  const letters = Math.floor(room / LETTER_PX);
  if (whole.length <= letters) return whole;
  if (letters >= 8) return `${whole.slice(0, letters - 1)}…`;
  return letters >= String(index + 1).length ? String(index + 1) : "";
}
