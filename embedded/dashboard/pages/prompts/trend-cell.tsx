/** How the four dimensions went, day by day or week by week. */
import { Lines } from "../../charts/lines.tsx";
import { Figure } from "../../parts/figure.tsx";
import { Cell } from "../../parts/layout.tsx";
import { type Column, type TableProps } from "../../parts/table.tsx";
import { formatScore } from "../../words/numbers.ts";
import { DIMENSION_WORDS, DIMENSIONS } from "../../words/rubric.ts";
import { formatDay } from "../../words/times.ts";
import type { PromptFigures } from "./fetch-prompts.ts";
import { type DimensionsPoint, hasTrend, pointsOf, rangeOf, sinceFirstPrompt } from "./prompts-data.ts";

export function TrendCell({ trend }: { trend: PromptFigures["trend"] }) {
  const { bucket } = trend;
  const points = sinceFirstPrompt(trend.points);
  const series = DIMENSIONS.map((dimension) => ({
    name: DIMENSION_WORDS[dimension].name,
    short: DIMENSION_WORDS[dimension].short,
    points: pointsOf(dimension, points),
  }));
  const range = rangeOf(points);
  const isDrawn = series.some((each) => hasTrend(each.points));
  return (
    <Cell
      span={12}
      title={`The four dimensions by ${bucket}`}
      more="mean of judged prompts, 100 is best in each"
    >
      {isDrawn ? (
        <Figure
          caption={
            `Axis from ${range[0]} to ${range[1]}. A ${bucket} without judged prompts is a gap; the last ${bucket} is ` +
            "not over, so it is dashed."
          }
          table={tableOf(points, bucket)}
        >
          <Lines name="The four dimensions" series={series} bucket={bucket} range={range} />
        </Figure>
      ) : (
        <p className="second">
          A line needs judged prompts of two {bucket}s. Choose a longer time range, or come back later.
        </p>
      )}
    </Cell>
  );
}

function tableOf(points: readonly DimensionsPoint[], bucket: "day" | "week"): TableProps<DimensionsPoint> {
  return {
    label: `The four dimensions by ${bucket}`,
    rows: points,
    keyOf: ({ start }) => start,
    columns: [
      { title: bucket === "week" ? "Week of" : "Day", cell: ({ start }) => formatDay(start) },
      ...DIMENSIONS.map((dimension): Column<DimensionsPoint> => ({
        title: DIMENSION_WORDS[dimension].short,
        align: "right",
        cell: (point) => formatScore(point[dimension]),
      })),
      { title: "Prompts", align: "right", cell: ({ prompts }) => prompts },
    ],
  };
}
