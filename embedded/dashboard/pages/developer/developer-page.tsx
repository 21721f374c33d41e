/** One developer: the three scores, what Skill is made of, what is missing, and the work behind it. */
import { useFifty } from "../../charts/held-against.ts";
import { countedTasksAddress } from "../../address/developer-address.ts";
import { useParams } from "wouter";
import { useAddressWith, useRange } from "../../address/range.ts";
import type { ScoreRow } from "../../../../src/scores/answer.ts";
import { Head } from "../../frame/head.tsx";
import { useCaller } from "../../frame/session-context.ts";
import { Answer, Row } from "../../parts/layout.tsx";
import { To } from "../../parts/links.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { NoWork } from "../../parts/no-work.tsx";
import { ScoreCard } from "../../parts/score/score-card.tsx";
import { formatThings } from "../../words/numbers.ts";
import { DAY_MS, now } from "../../words/times.ts";
import { type Trends, useTrends } from "../overview/fetch-overview.ts";
import { inputDefinitions } from "../../words/inputs.ts";
import { SCORE_TITLES, shownScores } from "../overview/overview-data.ts";
import { type OtherTrend, TrendCell } from "../overview/trend-cell.tsx";
import { sayLevels, sayWeakest, weighedInputs } from "./developer-data.ts";
import { EarnedRow } from "./earned/earned-row.tsx";
import { useDeveloper, useSubSessions } from "./fetch-developer.ts";
import { type InputsFound, useInputs } from "./inputs/fetch-inputs.ts";
import { InputsCell } from "./inputs/inputs-cell.tsx";
import { RestsOnCell } from "./rests-on-cell.tsx";
import { SubSessionsCell } from "./work/sub-sessions-cell.tsx";

const TEAM = { name: "Team", address: "/team" };

export function DeveloperPage() {
  const { id } = useParams<{ id: string }>();
  const days = useRange();
  const ownId = useCaller().developer?.id ?? null;
  const found = useDeveloper(id, days);
  // asked for together with the scores, not after them
  const trends = useTrends({ kind: "one", id, isSelf: id === ownId });
  const inputs = useInputs(id, days);
  const list = useSubSessions(id, days);
  return (
    <>
      <Head
        crumb={TEAM}
        title={found.data?.developer.name ?? "Developer"}
        asOf={found.dataUpdatedAt}
        hasRange
      />
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
            <>
              <Scores row={row} days={days} trends={trends.data} />
              <Row>
                <InputsCell row={row} found={inputs} />
                <RestsOnCell row={row} />
              </Row>
              <EarnedRow row={row} list={list} />
              <Row>
                <TrendCell trends={trends} days={days} span={12} others={othersOf(inputs.data)} />
              </Row>
              <Row>
                <SubSessionsCell list={list} developer={row.developer.id} />
              </Row>
            </>
          )
        }
      </Loaded>
    </>
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

function Scores({ row, days, trends }: { row: ScoreRow; days: number; trends: Trends | undefined }) {
  const addressWith = useAddressWith();
  const tasks = countedTasksAddress(row.developer.id);
  return (
    <>
      <Answer note={<Note row={row} days={days} />}>{answerOf(row, days)}</Answer>
      <Row>
        {shownScores({ kind: "one", row }).map((score) => (
          <ScoreCard
            key={score.name}
            {...score}
            name={SCORE_TITLES[score.name]}
            evidence={<To href={tasks}>{formatThings(row.subSessions, "task")}</To>}
            address={addressWith({ score: score.name })}
            beforeFrom={now() - 2 * days * DAY_MS}
            trend={trends === undefined ? null : { bucket: trends.bucket, points: trends.points[score.name] }}
          />
        ))}
      </Row>
    </>
  );
}

function answerOf(row: ScoreRow, days: number): string {
  const levels = sayLevels(row, days);
  return row.skillInputs === null ? levels : `${levels} ${sayWeakest(weighedInputs(row))}`;
}

function Note({ row, days }: { row: ScoreRow; days: number }) {
  const fifty = useFifty();
  return (
    <>
      In Speed and Efficiency {fifty}. The bar is an 80 % interval, the ring the {days} days before.
      {row.developer.source === "key" && " These are the records of a shared key: several people may use it."}
    </>
  );
}
