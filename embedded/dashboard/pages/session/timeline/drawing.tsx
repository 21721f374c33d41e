/** The drawing of a session's timeline: lanes under each other, in the time of the view. */
import { useId } from "react";
import { axis } from "../../../charts/geometry.ts";
import { timeTicks } from "../../../charts/time-ticks.ts";
import { formatDuration } from "../../../words/numbers.ts";
import type { OpenSession } from "../open-session.ts";
import { ContextLane, Resets } from "./context-lane.tsx";
import { BOTTOM, contextY, type Drawn, drawLanes, LANES, type View } from "./lanes.ts";
import { SubSessionLane } from "./sub-session-lane.tsx";
import { Trouble } from "./trouble.tsx";

const HEIGHT = BOTTOM + 24;
const NAMES_PX = 92;
const SHORT_NAMES_PX = 52;
const PX_PER_TICK = 72;

export interface DrawingProps {
  open: OpenSession;
  from: number;
  to: number;
  width: number;
  isNarrow: boolean;
}

/** The pixels of a view; on a phone the names of the lanes are short. */
export function viewOf({ from, to, width, isNarrow }: Omit<DrawingProps, "open">): View {
  return { from, to, left: isNarrow ? SHORT_NAMES_PX : NAMES_PX, right: width - 1 };
}

export function Drawing(props: DrawingProps) {
  const { open, width, isNarrow } = props;
  const view = viewOf(props);
  const drawn = drawLanes(open.work, view);
  return (
    <svg
      className="chart timeline"
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      aria-hidden="true"
    >
      <Ticks view={view} />
      <Names hasContext={drawn.context !== null} isNarrow={isNarrow} />
      <Stalls stalls={drawn.stalls} />
      <Turns turns={drawn.turns} chosen={open.chosen?.index ?? null} />
      <path className="fill-call" d={drawn.calls} />
      <path className="fill-tool" d={drawn.tools} />
      <Trouble drawn={drawn} />
      <ContextLane drawn={drawn} view={view} isNarrow={isNarrow} />
      <line className="rule strong" x1={view.left} x2={view.right} y1={BOTTOM} y2={BOTTOM} />
      <SubSessionLane open={open} view={view} isNarrow={isNarrow} />
      {drawn.context !== null && <Resets drawn={drawn} view={view} isNarrow={isNarrow} />}
    </svg>
  );
}

function Ticks({ view }: { view: View }) {
  const x = axis(view.from, view.to, [view.left, view.right]);
  const most = Math.max(2, Math.floor((view.right - view.left) / PX_PER_TICK));
  return timeTicks(view.from, view.to, most).map(({ at, label }) => {
    const isLast = x(at) > view.right - 18;
    return (
      <g key={at}>
        <line className="rule" x1={x(at)} x2={x(at)} y1={LANES.turns.top - 8} y2={BOTTOM} />
        <text
          x={x(at)}
          y={HEIGHT - 6}
          textAnchor={isLast ? "end" : x(at) < view.left + 18 ? "start" : "middle"}
        >
          {label}
        </text>
      </g>
    );
  });
}

const NAMED = [
  ["Tasks", "subSessions"],
  ["Turns", "turns"],
  ["Model calls", "calls"],
  ["Tools", "tools"],
  ["Trouble", "trouble"],
] as const;

function Names({ hasContext, isNarrow }: { hasContext: boolean; isNarrow: boolean }) {
  return (
    <>
      {NAMED.map(([name, lane]) => (
        <text key={lane} className="name" x={0} y={LANES[lane].top + LANES[lane].height / 2 + 4}>
          {isNarrow ? name.replace("Model calls", "Calls") : name}
        </text>
      ))}
      {hasContext && (
        <text className="name" x={0} y={contextY(0.8) + 4}>
          Context
        </text>
      )}
    </>
  );
}

const LABEL_PX = 18;

function Turns({ turns, chosen }: { turns: Drawn["turns"]; chosen: number | null }) {
  const { top, height } = LANES.turns;
  // thousands of turns are a few hundred pixels: what is thinner than two is drawn when it is chosen
  const shown = turns.filter(({ from, to, index }) => to - from >= 2 || index === chosen);
  const thin = turns.filter((turn) => !shown.includes(turn));
  return (
    <>
      <path className="thin-turns" d={thin.map(({ from }) => `M${from} ${top}v${height}`).join("")} />
      {shown.map(({ index, from, to }) => (
        <g key={index} className={index === chosen ? "turn chosen" : "turn"}>
          <rect x={from} width={Math.max(3, to - from)} y={top} height={height} rx={2} />
          {to - from >= LABEL_PX && (
            <text x={(from + to) / 2} y={top + height / 2 + 4} textAnchor="middle">
              {index}
            </text>
          )}
        </g>
      ))}
    </>
  );
}

/** Hatched through the lanes of the work. */
function Stalls({ stalls }: { stalls: Drawn["stalls"] }) {
  const hatch = useId();
  const { top } = LANES.turns;
  const height = LANES.trouble.top + LANES.trouble.height - top;
  if (stalls.length === 0) return null;
  return (
    <>
      <defs>
        <pattern id={hatch} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line className="hatch" x1={0} x2={0} y1={0} y2={6} />
        </pattern>
      </defs>
      {stalls.map(({ from, to, ms }) => (
        <g key={`${from} ${to}`}>
          <rect x={from} width={Math.max(3, to - from)} y={top} height={height} fill={`url(#${hatch})`} />
          {to - from > 84 && (
            <text className="name" x={(from + to) / 2} y={top + 17} textAnchor="middle">
              {formatDuration(ms)} stall
            </text>
          )}
        </g>
      ))}
    </>
  );
}
