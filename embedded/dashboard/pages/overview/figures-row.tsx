/** Spend, time lost to waiting, and how much of the work counts. */
import type { UseQueryResult } from "@tanstack/react-query";
import { addressOf, type Whose } from "../../address/whose-of.ts";
import { tasksAddress } from "../../address/work-filter.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { Stat, type StatProps, Stats } from "../../parts/stat.tsx";
import { formatCount, formatThings, formatUsd, quantityOfDuration } from "../../words/numbers.ts";
import type { Figures } from "./fetch-overview.ts";
import { sayCounted } from "./overview-data.ts";

export interface FiguresRowProps {
  figures: UseQueryResult<Figures>;
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
  const { spend, throttle, subSessions } = figures;
  return (
    <Stats>
      <Stat
        name="Spend"
        number={spend.calls === spend.unpricedCalls ? null : formatUsd(spend.costUsd)}
        address={addressOf("/usage", whose)}
        note={
          spend.unpricedCalls > 0
            ? `without ${formatThings(spend.unpricedCalls, "call")} that have no price`
            : formatThings(spend.calls, "priced model call")
        }
      />
      <LostToWaiting throttle={throttle} address={addressOf("/throttle", whose)} />
      <GradedPrompts {...figures} address={addressOf("/prompts?status=scored", whose)} />
      <Counted counted={counted} all={subSessions} address={tasksAddress(whose, { counted: true })} />
    </Stats>
  );
}

type Addressed = Required<Pick<StatProps, "address">>;

/** What waiting for models cost; the page behind it says when and why. */
function LostToWaiting({ throttle, address }: Pick<Figures, "throttle"> & Addressed) {
  const { summary, signals } = throttle;
  const name = "Lost to waiting";
  if (summary.hoursLost === null || signals.calls === 0)
    return <Stat name={name} number={null} note={summary.missing ?? "no model calls recorded"} />;
  const lost = summary.hoursLost * HOUR_MS;
  const quantity = lost === 0 ? { number: "0", unit: "h" } : quantityOfDuration(lost);
  const failed = `${formatCount(signals.failedCalls)} of ${formatCount(signals.calls)} calls failed`;
  const note = summary.episodes === 0 ? failed : `${formatThings(summary.episodes, "episode")}, ${failed}`;
  return <Stat name={name} {...quantity} address={address} note={note} />;
}

const HOUR_MS = 3_600_000;

type Prompts = Pick<Figures, "graded" | "waiting" | "prompts">;

/** More than are counted exactly have no total. */
function GradedPrompts({ graded, waiting, prompts, address }: Prompts & Addressed) {
  const name = "Prompts with a grade";
  if (prompts === 0) return <Stat name={name} number={null} note="no prompts recorded" />;
  return (
    <Stat
      name={name}
      number={graded === null ? MANY : formatCount(graded)}
      address={address}
      unit={`of ${prompts === null ? MANY : formatCount(prompts)}`}
      note={
        waiting === 0
          ? "the others ask for no work"
          : waiting === null
            ? `${MANY} wait or are withheld`
            : formatThings(waiting, "waits or is withheld", "wait or are withheld")
      }
    />
  );
}

const MANY = "over 10,000";

interface CountedProps extends Addressed {
  /** More than are counted exactly have no total. */
  counted: number | null;
  all: number | null;
}

function Counted({ counted, all, address }: CountedProps) {
  const name = "Counted tasks";
  if (counted === null)
    return <Stat name={name} number={MANY} address={address} note="small tasks are not counted" />;
  return <Stat name={name} number={formatCount(counted)} address={address} {...sayCounted(counted, all)} />;
}
