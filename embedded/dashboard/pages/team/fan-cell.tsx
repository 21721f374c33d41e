/** One score of the people over time, large; which of the three is chosen here. */
import type { UseQueryResult } from "@tanstack/react-query";
import { useParameter } from "../../address/range.ts";
import { type FanPoint, placeFan } from "../../charts/fan-points.ts";
import { Fan } from "../../charts/fan.tsx";
import { Figure } from "../../parts/figure.tsx";
import { Cell } from "../../parts/layout.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Segments } from "../../parts/segments.tsx";
import type { TableProps } from "../../parts/table.tsx";
import { formatInterval, formatScore, NO_VALUE } from "../../words/numbers.ts";
import { formatDay } from "../../words/times.ts";
import { SCORE_NAMES, SCORE_TITLES, type ScoreName } from "../overview/overview-data.ts";
import type { Fans } from "./team-data.ts";

export interface FanCellProps {
  fans: UseQueryResult<Fans>;
}

export function FanCell({ fans }: FanCellProps) {
  const [asked, choose] = useParameter("score");
  const chosen = SCORE_NAMES.find((name) => name === asked) ?? "skill";
  const choices = SCORE_NAMES.map((value) => ({ value, text: SCORE_TITLES[value] }));
  return (
    <Cell
      span={12}
      title={`${SCORE_TITLES[chosen]} of the team by ${fans.data?.bucket ?? "week"}`}
      more="each person counts once"
      right={<Segments<ScoreName> label="Score" choices={choices} chosen={chosen} choose={choose} />}
    >
      <Loaded query={fans} what="The weeks of the team" bones="chart">
        {({ bucket, points }) => (
          <Points name={SCORE_TITLES[chosen]} points={points[chosen]} bucket={bucket} />
        )}
      </Loaded>
    </Cell>
  );
}

interface PointsProps {
  name: string;
  points: readonly FanPoint[];
  bucket: Fans["bucket"];
}

function Points({ name, points, bucket }: PointsProps) {
  if (placeFan(points).length === 0)
    return (
      <p className="second">
        No {bucket} has five people with {name} yet: each needs three counted tasks in it.
      </p>
    );
  const hasOwn = points.some(({ ownScore }) => ownScore !== null);
  return (
    <Figure
      caption={
        `Line: the median. Inner band: the middle half of the people. Outer band: all but the lowest and the ` +
        `highest tenth. A ${bucket} with fewer than five people is a gap; the last ${bucket} is not over.` +
        `${hasOwn ? " Dark dots are you." : ""}`
      }
      table={tableOf(name, points, bucket)}
    >
      <Fan name={name} points={points} bucket={bucket} />
    </Figure>
  );
}

function tableOf(name: string, points: readonly FanPoint[], bucket: Fans["bucket"]): TableProps<FanPoint> {
  return {
    label: `${name} of the team by ${bucket}`,
    rows: points,
    keyOf: ({ start }) => start,
    columns: [
      { title: bucket === "week" ? "Week of" : "Day", cell: ({ start }) => formatDay(start) },
      { title: "Median", align: "right", cell: ({ median }) => formatScore(median) },
      { title: "Middle half", align: "right", cell: ({ middleHalf }) => rangeOf(middleHalf) },
      { title: "Tenths", align: "right", cell: ({ tenths }) => rangeOf(tenths) },
      { title: "You", align: "right", cell: ({ ownScore }) => formatScore(ownScore) },
      { title: "People", align: "right", cell: ({ people }) => people },
    ],
  };
}

function rangeOf(range: readonly [number, number] | null): string {
  return range === null ? NO_VALUE : formatInterval(range);
}
