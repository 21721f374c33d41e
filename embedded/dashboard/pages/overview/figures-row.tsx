/** Spend, failed calls, the longest turn, and how much of the work counts. */
import type { UseQueryResult } from "@tanstack/react-query";
import { Loaded } from "../../parts/loaded.tsx";
import { Stat, Stats } from "../../parts/stat.tsx";
import {
  formatCount,
  formatShare,
  formatThings,
  formatUsd,
  quantityOfDuration,
} from "../../words/numbers.ts";
import { formatMoment } from "../../words/times.ts";
import type { Figures } from "./fetch-overview.ts";

export interface FiguresRowProps {
  figures: UseQueryResult<Figures>;
  /** The sub-sessions that count. */
  counted: number;
}

export function FiguresRow({ figures, counted }: FiguresRowProps) {
  return (
    <div className="figures-row">
      <Loaded query={figures} what="The figures" bones="lines">
        {(found) => <FigureStats {...found} counted={counted} />}
      </Loaded>
    </div>
  );
}

function FigureStats({ counted, ...figures }: Figures & { counted: number }) {
  const { spend, hours, slowest, subSessions } = figures;
  return (
    <Stats>
      <Stat
        name="Spend"
        number={spend.calls === 0 ? null : formatUsd(spend.costUsd)}
        note={
          spend.unpricedCalls > 0
            ? `without ${formatThings(spend.unpricedCalls, "call")} that have no price`
            : formatThings(spend.calls, "priced model call")
        }
      />
      <FailedCalls hours={hours} />
      <LongestTurn slowest={slowest} />
      <WaitingPrompts {...figures} />
      <Counted counted={counted} all={subSessions ?? counted} />
    </Stats>
  );
}

function FailedCalls({ hours }: Pick<Figures, "hours">) {
  const calls = hours.reduce((sum, hour) => sum + hour.calls, 0);
  const errors = hours.reduce((sum, hour) => sum + hour.errors, 0);
  if (calls === 0) return <Stat name="Failed model calls" number={null} note="no calls were told" />;
  return (
    <Stat
      name="Failed model calls"
      number={formatCount(errors)}
      unit={`of ${formatCount(calls)}`}
      note={`${formatShare(errors / calls)} of the calls`}
    />
  );
}

function LongestTurn({ slowest }: Pick<Figures, "slowest">) {
  if (slowest === null) return <Stat name="Longest turn" number={null} note="no turns yet" />;
  const note = `${slowest.developer.name}, ${formatMoment(slowest.startedAt)}`;
  return <Stat name="Longest turn" {...quantityOfDuration(slowest.durationMs)} note={note} />;
}

/** More than are counted exactly have no total. */
function WaitingPrompts({ waiting, prompts }: Pick<Figures, "waiting" | "prompts">) {
  if (prompts === 0) return <Stat name="Prompts to be judged" number={null} note="no prompts were told" />;
  const note = waiting === 0 ? "none waits" : "they wait for the language model";
  return (
    <Stat
      name="Prompts to be judged"
      number={waiting === null ? MANY : formatCount(waiting)}
      unit={`of ${prompts === null ? MANY : formatCount(prompts)}`}
      note={note}
    />
  );
}

const MANY = "over 10,000";

function Counted({ counted, all }: { counted: number; all: number }) {
  return (
    <Stat
      name="Counted sub-sessions"
      number={formatCount(counted)}
      unit={`of ${formatCount(all)}`}
      note={all === counted ? "all of them" : `${formatCount(all - counted)} too small to count`}
    />
  );
}
