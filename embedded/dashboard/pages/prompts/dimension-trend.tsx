/** How the mean of one dimension went, day by day or week by week. */
import type { Dimension } from "../../../../src/rubric/checks.ts";
import { Spark } from "../../charts/spark.tsx";
import { DIMENSION_WORDS } from "../../words/rubric.ts";
import type { PromptFigures } from "./fetch-prompts.ts";
import { hasTrend, pointsOf } from "./prompts-data.ts";

export interface DimensionTrendProps {
  dimension: Dimension;
  trend: PromptFigures["trend"];
}

/** Nothing before there are two values. */
export function DimensionTrend({ dimension, trend: { bucket, points } }: DimensionTrendProps) {
  const own = pointsOf(dimension, points);
  return hasTrend(own) ? <Spark name={DIMENSION_WORDS[dimension].name} points={own} bucket={bucket} /> : null;
}
