/** Spend, failed calls, the longest turn, and how much of the work counts. */
import type { UseQueryResult } from "@tanstack/react-query";
import { sessionAddress } from "../../address/session-address.ts";
import { addressOf, type Whose } from "../../address/whose-of.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { Stat, type StatProps, Stats } from "../../parts/stat.tsx";
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
  whose: Whose;
}

export function FiguresRow({ figures, ...shown }: FiguresRowProps) {
  return (
    <div className="figures-row">
      <Loaded query={figures} what="The figures" bones="lines">
        {(found) => <FigureStats {...found} {...shown} />}
      </Loaded>
    </div>
  );
}

function FigureStats({ counted, whose, ...figures }: Figures & Omit<FiguresRowProps, "figures">) {
  const { spend, hours, slowest, subSessions } = figures;
  const sessions = addressOf("/sessions", whose);
  return (
    <Stats>
      <Stat
        name="Spend"
        number={spend.calls === 0 ? null : formatUsd(spend.costUsd)}
        address={sessions}
        note={
          spend.unpricedCalls > 0
            ? `without ${formatThings(spend.unpricedCalls, "call")} that have no price`
            : formatThings(spend.calls, "priced model call")
        }
      />
      <FailedCalls hours={hours} address={sessions} />
      <LongestTurn slowest={slowest} />
      <WaitingPrompts {...figures} address={addressOf("/prompts?status=pending", whose)} />
      <Counted counted={counted} all={subSessions ?? counted} address={sessions} />
    </Stats>
  );
}

type Addressed = Required<Pick<StatProps, "address">>;

function FailedCalls({ hours, address }: Pick<Figures, "hours"> & Addressed) {
  const calls = hours.reduce((sum, hour) => sum + hour.calls, 0);
  const errors = hours.reduce((sum, hour) => sum + hour.errors, 0);
  if (calls === 0) return <Stat name="Failed model calls" number={null} note="no calls were told" />;
  return (
    <Stat
      name="Failed model calls"
      number={formatCount(errors)}
      address={address}
      unit={`of ${formatCount(calls)}`}
      note={`${formatShare(errors / calls)} of the calls`}
    />
  );
}

function LongestTurn({ slowest }: Pick<Figures, "slowest">) {
  if (slowest === null) return <Stat name="Longest turn" number={null} note="no turns yet" />;
  const note = `${slowest.developer.name}, ${formatMoment(slowest.startedAt)}`;
  const address = sessionAddress(slowest.sessionId, { turn: slowest.turnIndex });
  return (
    <Stat name="Longest turn" {...quantityOfDuration(slowest.durationMs)} address={address} note={note} />
  );
}

/** More than are counted exactly have no total. */
function WaitingPrompts({ waiting, prompts, address }: Pick<Figures, "waiting" | "prompts"> & Addressed) {
  if (prompts === 0) return <Stat name="Prompts to be judged" number={null} note="no prompts were told" />;
  const note = waiting === 0 ? "none waits" : "they wait for the language model";
  return (
    <Stat
      name="Prompts to be judged"
      number={waiting === null ? MANY : formatCount(waiting)}
      address={address}
      unit={`of ${prompts === null ? MANY : formatCount(prompts)}`}
      note={note}
    />
  );
}

const MANY = "over 10,000";

function Counted({ counted, all, address }: { counted: number; all: number } & Addressed) {
  return (
    <Stat
      name="Counted sub-sessions"
      number={formatCount(counted)}
      address={address}
      unit={`of ${formatCount(all)}`}
      note={all === counted ? "all of them" : `${formatCount(all - counted)} too small to count`}
    />
  );
}
