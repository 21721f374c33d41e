/** The figures of a session, side by side. */
import { Stat, Stats } from "../../parts/stat.tsx";
import {
  formatCount,
  formatDuration,
  formatThings,
  formatUsd,
  quantityOfDuration,
} from "../../words/numbers.ts";
import type { OpenSession } from "./open-session.ts";
import type { SessionTurn } from "./session-turns.ts";
import { sayTokens, sayTrouble, sayTurns } from "./session-words.ts";

export function StatsRow({ open }: { open: OpenSession }) {
  const { session, work, hasMore } = open;
  const sum = (of: (turn: SessionTurn) => number): number =>
    work.turns.reduce((total, turn) => total + of(turn), 0);
  const soFar = hasMore ? ", so far" : "";
  const atWork = quantityOfDuration(sum(({ workedMs }) => workedMs));
  const lasted = Date.parse(session.endedAt) - Date.parse(session.startedAt);
  const [calls, tools] = [sum((turn) => turn.calls), sum((turn) => turn.tools)];
  return (
    <Stats>
      <Stat name="Turns" number={formatCount(session.turns)} note={`${sayTurns(work.turns)}${soFar}`} />
      <Stat
        name="Agent at work"
        number={atWork.number}
        unit={`${atWork.unit} of ${formatDuration(lasted)}`}
        note={`${formatThings(calls, "model call")}, ${formatThings(tools, "tool call")}${soFar}`}
      />
      <Stalled open={open} soFar={soFar} />
      <Stat
        name="Cost"
        number={session.costUsd === null ? null : formatUsd(session.costUsd)}
        note={session.costUsd === null ? "none of its calls has a price" : `${sayTokens(work.turns)}${soFar}`}
      />
    </Stats>
  );
}

function Stalled({ open, soFar }: { open: OpenSession; soFar: string }) {
  const { turns, stalls } = open.work;
  const stalled = stalls.reduce((total, { from, to }) => total + to - from, 0);
  return (
    <Stat
      name="Stalled"
      {...(stalled === 0 ? { number: "0", unit: "min" } : quantityOfDuration(stalled))}
      note={`${sayTrouble(turns)}${soFar}`}
    />
  );
}
