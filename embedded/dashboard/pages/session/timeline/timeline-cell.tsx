/** The timeline of a session: whole, or one sub-session of it; the turn that is looked at can be split from it here. */
import type { KeyboardEvent, MouseEvent } from "react";
import { useParameter } from "../../../address/range.ts";
import { useWidth } from "../../../charts/use-width.ts";
import { Cell } from "../../../parts/layout.tsx";
import { formatDuration, formatThings } from "../../../words/numbers.ts";
import { formatTime } from "../../../words/times.ts";
import { BoundaryButton, BoundaryNews } from "../boundary-button.tsx";
import type { useSetBoundary } from "../fetch-session.ts";
import type { OpenSession } from "../open-session.ts";
import type { SessionTurn } from "../session-turns.ts";
import { boundaryAt, boundaryLines } from "./boundary-lines.ts";
import { Drawing, viewOf } from "./drawing.tsx";
import { describeTimeline, drawLanes, turnAt } from "./lanes.ts";
import { Legend } from "./trouble.tsx";
import { clockName } from "../../../words/clock.ts";

export interface TimelineCellProps {
  open: OpenSession;
  change: ReturnType<typeof useSetBoundary>;
}

export function TimelineCell({ open, change }: TimelineCellProps) {
  const [part, choosePart] = useParameter("part");
  const shown = open.subSessions.find(({ index }) => String(index + 1) === part);
  const { from, to } = windowOf(open, shown);
  return (
    <Cell
      span={12}
      title="Timeline"
      more={clockName(to)}
      right={
        <div className="timeline-tools">
          <Legend />
          <PartPicker open={open} shown={shown} choose={choosePart} />
        </div>
      }
    >
      <figure aria-label={describeTimeline(open.work.turns, open.work.stalls, open.subSessions)}>
        <Room open={open} from={from} to={to} />
        <Chosen open={open} change={change} />
        <figcaption>
          Empty space is a person reading, writing or away. The dotted lines mark 60 and 80 % of the context
          window, the upright dashed ones where a task begins. The turns are in the table below.
        </figcaption>
      </figure>
    </Cell>
  );
}

type Part = OpenSession["subSessions"][number];

function PartPicker({
  open,
  shown,
  choose,
}: {
  open: OpenSession;
  shown: Part | undefined;
  choose(part: string | null): void;
}) {
  if (open.subSessions.length < 2) return null;
  return (
    <select
      className="select"
      aria-label="Part of the session"
      value={shown === undefined ? "" : String(shown.index + 1)}
      onChange={({ target }) => choose(target.value === "" ? null : target.value)}
    >
      <option value="">Whole session</option>
      {open.subSessions.map(({ id, index, title }) => (
        <option key={id} value={index + 1}>
          {index + 1} {title ?? ""}
        </option>
      ))}
    </select>
  );
}

const SHARE_BESIDE = 0.015;

/** With a little room at both ends; of a session that was read in part, that part. */
function windowOf(
  { session, work, hasMore }: OpenSession,
  part: Part | undefined,
): { from: number; to: number } {
  const from = Date.parse((part ?? session).startedAt);
  const lastRead = work.turns.at(-1)?.to ?? from;
  const ended = Date.parse((part ?? session).endedAt);
  const end = part === undefined ? (hasMore ? lastRead : Math.max(ended, lastRead)) : ended;
  const beside = Math.max(end - from, LEAST_MS) * SHARE_BESIDE;
  return { from: from - beside, to: Math.max(end, from + LEAST_MS) + beside };
}

const LEAST_MS = 1_000;

function Room({ open, from, to }: { open: OpenSession; from: number; to: number }) {
  const { ref, width, isNarrow } = useWidth();
  const { work, chosen, choose } = open;
  const move = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const at = work.turns.findIndex(({ index }) => index === chosen?.index);
    const next = work.turns[Math.max(0, Math.min(work.turns.length - 1, at + by))];
    if (next !== undefined) choose(next.index);
  };
  const pick = (event: MouseEvent): void => {
    const left = event.clientX - (ref.current?.getBoundingClientRect().left ?? 0);
    const view = viewOf({ from, to, width, isNarrow });
    const found = boundaryAt(boundaryLines(open, view), left) ?? turnAt(drawLanes(work, view).turns, left);
    if (found !== null) choose(found);
  };
  return (
    <div
      className="chart-room timeline-room"
      ref={ref}
      tabIndex={0}
      role="slider"
      aria-label="Selected turn"
      aria-valuemin={work.turns[0]?.index ?? 0}
      aria-valuemax={work.turns.at(-1)?.index ?? 0}
      aria-valuenow={chosen?.index ?? 0}
      aria-valuetext={chosen === null ? "no turn" : sayTurn(chosen)}
      onKeyDown={move}
      onClick={pick}
    >
      {width > 0 && <Drawing open={open} from={from} to={to} width={width} isNarrow={isNarrow} />}
    </div>
  );
}

/** Returns "Turn 7, 10:02 to 10:11: 9 min, 10 model calls, 15 tool calls". */
function sayTurn({ index, from, to, workedMs, calls, tools }: SessionTurn): string {
  const name = index === 0 ? "Before the first prompt" : `Turn ${index}`;
  const amounts = [
    formatDuration(workedMs),
    formatThings(calls, "model call"),
    formatThings(tools, "tool call"),
  ];
  return `${name}, ${formatTime(from)} to ${formatTime(to)}: ${amounts.join(", ")}`;
}

/** The turn that is looked at, and what can be done at it. */
function Chosen({ open, change }: TimelineCellProps) {
  const { chosen } = open;
  if (chosen === null) return null;
  return (
    <div className="chosen-turn">
      <p className="reading">{sayTurn(chosen)}</p>
      <BoundaryButton open={open} turn={chosen} change={change} />
      <BoundaryNews change={change} />
    </div>
  );
}
