/** One developer's work: the three scores, why they are so, what is missing, and the work behind them. */
import type { ReactNode } from "react";
import type { ScoreRow } from "../../../../src/scores/answer.ts";
import { countedTasksAddress } from "../../address/developer-address.ts";
import { labelsHere } from "../../address/labels.ts";
import { useSeesTasksOf } from "../../api/team.ts";
import { useAddressWith, useRange } from "../../address/range.ts";
import { useFifty } from "../../charts/held-against.ts";
import { useCaller } from "../../frame/session-context.ts";
import { Answer, Cell, Row } from "../../parts/layout.tsx";
import { To } from "../../parts/links.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { NoWork } from "../../parts/no-work.tsx";
import { OrganizationMedians } from "../../parts/score/organization-medians.tsx";
import { inputDefinitions } from "../../words/inputs.ts";
import { formatThings } from "../../words/numbers.ts";
import { type Trends, useTrends } from "../overview/fetch-overview.ts";
import { sayScores, shownScores } from "../overview/overview-data.ts";
import { ScoreCards } from "../overview/score-cards.tsx";
import { type OtherTrend, TrendCell } from "../overview/trend-cell.tsx";
import { type References, sayLevels, sayWeakest, weighedInputs } from "./developer-data.ts";
import { EarnedRow } from "./earned/earned-row.tsx";
import { type useDeveloper, useOrganization, useSubSessions } from "./fetch-developer.ts";
import { type InputsFound, useInputs } from "./inputs/fetch-inputs.ts";
import { InputsCell } from "./inputs/inputs-cell.tsx";
import { RestsOnCell } from "./rests-on-cell.tsx";
import { useCompared } from "./why/fetch-why.ts";
import { WhyRows } from "./why/why-rows.tsx";
import { SubSessionsCell } from "./work/sub-sessions-cell.tsx";

export interface DeveloperViewProps {
  id: string;
  found: ReturnType<typeof useDeveloper>;
  /** What follows the scores. */
  children?: ReactNode;
}

export function DeveloperView({ id, found, children }: DeveloperViewProps) {
  const days = useRange();
  const isSelf = useCaller().developer?.id === id;
  // asked for together with the scores, not after them
  const trends = useTrends({ kind: "one", id, isSelf });
  const inputs = useInputs(id, days);
  const list = useSubSessions(id, days);
  const seesTasks = useSeesTasksOf(id);
  const references = useCompared(id, days).data?.inputs;
  const organization = useOrganization(days).data;
  return (
    <Loaded
      query={found}
      what="The scores"
      bones="score"
      empty={({ row }) =>
        row === null ? (
          <NoWork title={`No work in these ${days} days`}>Choose a longer time range</NoWork>
        ) : null
      }
    >
      {({ row }) =>
        row !== null && (
          <OrganizationMedians team={organization}>
            <Scores row={row} days={days} trends={trends.data} references={references} isSelf={isSelf} />
            {children}
            <WhyRows row={row} days={days} inputs={inputs} />
            <Row>
              <InputsCell row={row} references={references} found={inputs} />
              <RestsOnCell row={row} />
            </Row>
            <EarnedRow row={row} list={seesTasks ? list : null} />
            <Row>
              <TrendCell trends={trends} days={days} span={12} others={othersOf(inputs.data)} />
            </Row>
            <Row>
              <TasksCell list={seesTasks ? list : null} developer={row.developer.id} />
            </Row>
          </OrganizationMedians>
        )
      }
    </Loaded>
  );
}

/** @param list - null where the reader does not see the tasks. */
function TasksCell({
  list,
  developer,
}: {
  list: ReturnType<typeof useSubSessions> | null;
  developer: string;
}) {
  if (list !== null) return <SubSessionsCell list={list} developer={developer} />;
  return (
    <Cell span={12} title="Tasks">
      <p className="second">The tasks and prompts are shown to the developer and to administrators.</p>
    </Cell>
  );
}

/** The inputs, for the large chart. */
function othersOf(found: InputsFound | undefined): ReadonlyMap<string, OtherTrend> {
  if (found === undefined) return new Map();
  const { bucket, points } = found.series;
  return new Map(
    inputDefinitions().map(({ metric, title }) => [metric, { title, bucket, points: points[metric] }]),
  );
}

const OF_ALL_WORK = "Habits, and what inputs are compared with, are from all work, whatever its labels.";

interface ScoresProps {
  row: ScoreRow;
  days: number;
  trends: Trends | undefined;
  references: References | undefined;
  isSelf: boolean;
}

function Scores({ row, days, trends, references, isSelf }: ScoresProps) {
  const addressWith = useAddressWith();
  const tasks = countedTasksAddress(row.developer.id);
  return (
    <>
      <Answer
        note={
          <>
            <Note row={row} days={days} />
            {labelsHere().length > 0 && ` ${OF_ALL_WORK}`}
          </>
        }
      >
        {answerOf({ row, days, references, isSelf })}
      </Answer>
      <ScoreCards
        scores={shownScores({ kind: "one", row })}
        days={days}
        trends={trends}
        evidenceOf={() => <To href={tasks}>{formatThings(row.subSessions, "task")}</To>}
        addressOf={(score) => addressWith({ score })}
      />
    </>
  );
}

/** The level, for the reader also the change, and what holds Skill down. */
function answerOf({ row, days, references, isSelf }: Omit<ScoresProps, "trends">): string {
  const levels = sayLevels(row, days);
  if (row.skillInputs === null) return levels;
  // the reader's own page says what holds Skill down where it says what to do about it
  return isSelf
    ? `${levels} ${sayScores({ kind: "one", row }, "Your", days)}`
    : `${levels} ${sayWeakest(weighedInputs(row, references))}`;
}

function Note({ row, days }: { row: ScoreRow; days: number }) {
  const fifty = useFifty();
  return (
    <>
      In Speed and Efficiency {fifty}; in Skill the tick is the median of people. The bar is an 80 % interval,
      the ring the {days} days before.
      {row.developer.source === "key" && " These are the records of a shared key: several people may use it."}
    </>
  );
}
