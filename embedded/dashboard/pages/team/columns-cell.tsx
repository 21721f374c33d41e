/** How the sub-sessions of everybody lie, without names. */
import { Columns } from "../../charts/columns.tsx";
import { columnsOf } from "../../charts/spread-places.ts";
import { Figure } from "../../parts/figure.tsx";
import { Cell } from "../../parts/layout.tsx";
import { formatCount, formatThings } from "../../words/numbers.ts";
import type { Team } from "./fetch-team.ts";
import { efficienciesOf, FEWEST_PEOPLE } from "./team-data.ts";

export function ColumnsCell({ team }: { team: Team }) {
  const values = efficienciesOf(team.metrics);
  if (values === null)
    return (
      <Cell span={12} title="Sub-session efficiency">
        <p className="second">
          Not shown: the counted sub-sessions are of fewer than {FEWEST_PEOPLE} people, so their columns would
          tell whose work it is.
        </p>
      </Cell>
    );
  const columns = columnsOf(values);
  return (
    <Cell
      span={12}
      title="Sub-session efficiency"
      more={`${formatThings(values.length, "sub-session")} that count`}
    >
      <Figure
        caption={
          "Columns count sub-sessions per five points, from 0; the tallest says its number. 50 is as usual. " +
          sayOf(team)
        }
        table={{
          label: "Sub-sessions by efficiency",
          rows: columns,
          keyOf: ({ from }) => String(from),
          columns: [
            { title: "Points", cell: ({ from, to }) => `${from} to ${to}` },
            { title: "Sub-sessions", align: "right", cell: ({ count }) => formatCount(count) },
          ],
        }}
      >
        <Columns label={describe(values)} values={values} />
      </Figure>
    </Cell>
  );
}

function describe(values: readonly number[]): string {
  const tallest = columnsOf(values).toSorted((left, right) => right.count - left.count)[0];
  return (
    `Sub-session efficiency of ${formatThings(values.length, "sub-session")}, most of them ` +
    `(${tallest?.count ?? 0}) from ${tallest?.from ?? 0} to ${tallest?.to ?? 0}`
  );
}

function sayOf({ metrics, subSessions }: Team): string {
  const keys = "Work of keys that are bound to nobody is left out.";
  if (subSessions === metrics.length) return keys;
  const all = subSessions === null ? "more than 10,000" : formatCount(subSessions);
  return `They are of the newest ${formatCount(metrics.length)} of ${all} sub-sessions. ${keys}`;
}
