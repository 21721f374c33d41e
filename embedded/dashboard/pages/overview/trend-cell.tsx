/** One score over time, large; which of the three is chosen here. */
import type { UseQueryResult } from "@tanstack/react-query";
import { useParameter } from "../../address/range.ts";
import { Trend } from "../../charts/trend.tsx";
import { sayAxis } from "../../charts/trend-axis.ts";
import { changeOfFormula, type TrendPoint } from "../../charts/trend-points.ts";
import { Figure } from "../../parts/figure.tsx";
import { Cell } from "../../parts/layout.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Segments } from "../../parts/segments.tsx";
import type { TableProps } from "../../parts/table.tsx";
import { formatInterval, formatScore, NO_VALUE } from "../../words/numbers.ts";
import { formatDay } from "../../words/times.ts";
import type { Trends } from "./fetch-overview.ts";
import { SCORE_NAMES, SCORE_TITLES, type ScoreName } from "./overview-data.ts";

export interface TrendCellProps {
  trends: UseQueryResult<Trends>;
  days: number;
  span: 8 | 12;
  /** What else the address may choose, such as an input of Skill. */
  others?: ReadonlyMap<string, OtherTrend>;
}

/** Something else than a score, over time. */
export interface OtherTrend {
  title: string;
  bucket: Trends["bucket"];
  points: readonly TrendPoint[];
}

export function TrendCell({ trends, days, span, others }: TrendCellProps) {
  const [asked, choose] = useParameter("score");
  const other = others?.get(asked ?? "");
  const chosen = SCORE_NAMES.find((name) => name === asked) ?? "skill";
  const choices = SCORE_NAMES.map((value) => ({ value, text: SCORE_TITLES[value] }));
  const segments = { label: "Score", choices, choose };
  if (other !== undefined)
    return (
      <Cell
        span={span}
        title={`${other.title} by ${other.bucket}`}
        right={<Segments<ScoreName> {...segments} chosen={null} />}
      >
        <Points {...other} days={days} />
      </Cell>
    );
  const title = SCORE_TITLES[chosen];
  return (
    <Cell
      span={span}
      title={`${title} by ${trends.data?.bucket ?? "week"}`}
      right={<Segments<ScoreName> {...segments} chosen={chosen} />}
    >
      <Loaded query={trends} what="The trend" bones="chart">
        {({ bucket, points }) => <Points title={title} points={points[chosen]} bucket={bucket} days={days} />}
      </Loaded>
    </Cell>
  );
}

interface PointsProps extends OtherTrend {
  days: number;
}

function Points({ title: name, points, bucket, days, ...more }: PointsProps) {
  if (points.every(({ value }) => value === null))
    return <p className="second">There are too few counted tasks for a line.</p>;
  const shaded = bucket === "week" ? Math.ceil(days / 7) + 1 : days;
  return (
    <Figure
      caption={
        `Line: the value of each ${bucket}. Band: 80 % interval. A ${bucket} without a value is a gap; ` +
        `the last ${bucket} is not over yet, so it is dashed. ${sayAxis(points)}` +
        (changeOfFormula(points) === null ? "" : " Values are not compared across the change of formula.") +
        (shaded < points.length ? ` Shaded: the ${days} days of the scores above.` : "")
      }
      table={tableOf(name, points, bucket)}
    >
      <Trend name={name} points={points} bucket={bucket} shaded={shaded} {...more} />
    </Figure>
  );
}

function tableOf(name: string, points: readonly TrendPoint[], bucket: string): TableProps<TrendPoint> {
  return {
    label: `${name} by ${bucket}`,
    rows: points,
    keyOf: ({ start }) => start,
    columns: [
      { title: bucket === "week" ? "Week of" : "Day", cell: ({ start }) => formatDay(start) },
      { title: name, align: "right", cell: ({ value }) => formatScore(value) },
      {
        title: "Interval",
        align: "right",
        cell: ({ interval }) => (interval === null ? NO_VALUE : formatInterval(interval)),
      },
      { title: "Tasks", align: "right", cell: ({ subSessions }) => subSessions },
      ...(changeOfFormula(points) === null
        ? []
        : [{ title: "Formula", cell: ({ scoringVersion }: TrendPoint) => scoringVersion }]),
    ],
  };
}
