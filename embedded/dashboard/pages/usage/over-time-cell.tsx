/** Cost, tokens or calls over time, stacked by what is chosen. */
import { useParameter } from "../../address/range.ts";
import { useLabels } from "../../api/labels.ts";
import { Stacked } from "../../charts/stack/stacked.tsx";
import { Cell } from "../../parts/layout.tsx";
import { Segments } from "../../parts/segments.tsx";
import { formatDay } from "../../words/times.ts";
import {
  bucketFor,
  type Cut,
  cutsWith,
  formatOf,
  isOfTools,
  MEASURES,
  type Measure,
  measureFor,
  nameOfCut,
  stackOf,
  titlesOf,
} from "./usage-data.ts";
import type { ShownUsage } from "./usage-page.tsx";

export function OverTimeCell({ usage, by, days, whose }: ShownUsage) {
  const [asked, chooseMeasure] = useParameter("measure");
  const [, chooseCut] = useParameter("by");
  const measure = measureFor(by, asked);
  const bucket = bucketFor(days);
  const cuts = cutsWith(useLabels().data ?? [], whose);
  return (
    <Cell span={8} title={`${TITLES[measure]} over time`} more={`by ${bucket}`}>
      <div className="usage-choices">
        <Segments<Cut> label="Rows" choices={cuts} chosen={by} choose={chooseCut} />
        {!isOfTools(by) && (
          <Segments<Measure> label="Columns" choices={MEASURES} chosen={measure} choose={chooseMeasure} />
        )}
      </div>
      <Stacked
        name={
          by === "developer" ? `${TITLES[measure]} of everyone` : `${TITLES[measure]} by ${nameOfCut(by)}`
        }
        bucket={bucket}
        buckets={stackOf(usage, measure, bucket)}
        format={formatOf(measure)}
        nameOf={(start) => `${bucket === "week" ? "Week of " : ""}${formatDay(start)}`}
        titleOf={by === "developer" ? () => "everyone" : titlesOf(usage.rows, by)}
      />
      {by === "developer" && whose.kind === "everyone" && (
        <p className="note">People are not compared here. Choose somebody above to see their share.</p>
      )}
    </Cell>
  );
}

const TITLES: Readonly<Record<Measure, string>> = { cost: "Cost", tokens: "Tokens", calls: "Calls" };
