/** The share of tasks without a repair by week: what better first prompts change. */
import { useQuery } from "@tanstack/react-query";
import { windowOf } from "../../address/range.ts";
import { filterOf, type Whose } from "../../address/whose.ts";
import { ask } from "../../api/ask.ts";
import { api } from "../../api/client.ts";
import { Lines } from "../../charts/lines.tsx";
import { Figure } from "../../parts/figure.tsx";
import { Cell, Row } from "../../parts/layout.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { formatShare, formatThings, NO_VALUE } from "../../words/numbers.ts";
import { formatDay, now } from "../../words/times.ts";
import { hasTrend } from "./prompts-data.ts";
import { linePoints, sayRepairs, type WeekOfTasks } from "./repairs-data.ts";

/** A shorter time has too few weeks for a line. */
const LEAST_DAYS = 90;

function useRepairs(whose: Whose, days: number) {
  return useQuery({
    queryKey: ["repairs", whose, days],
    queryFn: () =>
      ask(
        api.scoring.repairs.get({ query: { ...windowOf(days, now()), ...filterOf(whose), bucket: "week" } }),
      ),
  });
}

export function RepairsCell({ whose, days }: { whose: Whose; days: number }) {
  const repairs = useRepairs(whose, Math.max(days, LEAST_DAYS));
  return (
    <Row>
      <Cell span={12} title="Tasks without a repair by week" more="% of tasks that changed something">
        <Loaded query={repairs} what="The share of tasks without a repair" bones="lines">
          {({ points }) => <Weeks points={points} />}
        </Loaded>
      </Cell>
    </Row>
  );
}

function Weeks({ points }: { points: readonly WeekOfTasks[] }) {
  const line = linePoints(points);
  if (!hasTrend(line)) return <p className="second">{sayRepairs(points)} A line needs tasks of two weeks.</p>;
  return (
    <Figure
      caption={`${sayRepairs(points)} A repair is a turn that corrects, repeats or undoes; the last week is not over.`}
      table={{
        label: "Tasks without a repair by week",
        rows: points,
        keyOf: ({ start }) => start,
        columns: [
          { title: "Week of", cell: ({ start }) => formatDay(start) },
          {
            title: "Without a repair",
            align: "right",
            cell: ({ share }) => (share === null ? NO_VALUE : formatShare(share)),
          },
          { title: "Tasks", align: "right", cell: ({ tasks }) => formatThings(tasks, "task") },
        ],
      }}
    >
      <Lines
        name="Tasks without a repair"
        series={[{ name: "Share", short: "Share", points: line }]}
        bucket="week"
        range={[0, 100]}
      />
    </Figure>
  );
}
