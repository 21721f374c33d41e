/** How much time limits, overload and slow models cost: hours first, then when, on which model, and every episode. */
import { useRange } from "../../address/range.ts";
import { useWhose, type Whose } from "../../address/whose.ts";
import { useDevelopers } from "../../api/developers.ts";
import { Head } from "../../frame/head.tsx";
import { Answer, Row } from "../../parts/layout.tsx";
import { Go } from "../../parts/links.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { NoWork } from "../../parts/no-work.tsx";
import { WhosePicker } from "../../parts/whose-picker.tsx";
import { EpisodesCell } from "./episodes-cell.tsx";
import { useHourly, useThrottle } from "./fetch-throttle.ts";
import { HoursRow } from "./hours-row.tsx";
import { LatencyCell } from "./latency-cell.tsx";
import { ModelsCell } from "./models-cell.tsx";
import { sayBudgetStops, sayThrottle } from "./throttle-data.ts";
import { WeekCell } from "./week-cell.tsx";

export function ThrottlePage() {
  const days = useRange();
  const [whose] = useWhose();
  const throttle = useThrottle(whose, days);
  const hourly = useHourly(whose);
  const who = useWho(whose);
  return (
    <>
      <Head title="Waiting time" asOf={throttle.dataUpdatedAt} tools={<WhosePicker />} hasRange />
      <Loaded
        query={throttle}
        what="The waiting time"
        bones="lines"
        empty={({ signals, summary }) =>
          signals.calls === 0 ? <NoCalls days={days} missing={summary.missing} /> : null
        }
      >
        {(answer) => (
          <>
            <Answer note={NOTE}>{sayThrottle(answer, who, days)}</Answer>
            {sayBudgetStops(answer) !== null && <p className="second">{sayBudgetStops(answer)}</p>}
            <HoursRow answer={answer} />
            <Row>
              <WeekCell answer={answer} days={days} />
              <ModelsCell answer={answer} />
            </Row>
            <Row>
              <LatencyCell hourly={hourly} events={answer.events} />
            </Row>
            <Row>
              <EpisodesCell answer={answer} />
            </Row>
          </>
        )}
      </Loaded>
    </>
  );
}

const NOTE =
  "Stalls of one developer that overlap are counted once, without the time that the calls would have taken anyway. Two detectors may find the same stall, so their hours can add up to more than the total.";

/** The form that the page's sentence needs. */
function useWho(whose: Whose): string {
  const developers = useDevelopers().data ?? [];
  if (whose.kind === "everyone") return "the team";
  if (whose.isSelf) return "you";
  return developers.find(({ id, email }) => id === whose.id || email === whose.id)?.name ?? "this developer";
}

function NoCalls({ days, missing }: { days: number; missing: string | null }) {
  const title = missing === null ? `No model calls in these ${days} days` : "Waiting time is not known";
  return (
    <NoWork title={title} action={<Go href="/connect">Connect an agent</Go>}>
      Waiting time is computed from how long model calls take and how they fail.{" "}
      {missing === null ? "" : `${missing} `}Choose a longer time range
    </NoWork>
  );
}
