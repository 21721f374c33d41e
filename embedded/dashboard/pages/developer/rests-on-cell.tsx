/** What the scores are based on, what is missing, and what would change that. */
import { countedTasksAddress } from "../../address/developer-address.ts";
import type { ScoreRow } from "../../../../src/scores/answer.ts";
import { Facts } from "../../parts/facts.tsx";
import { Cell } from "../../parts/layout.tsx";
import { To } from "../../parts/links.tsx";
import { formatShare, formatThings } from "../../words/numbers.ts";
import { sayMissing } from "./missing.ts";

export function RestsOnCell({ row }: { row: ScoreRow }) {
  const missing = sayMissing(row);
  return (
    <Cell span={4} title="What the scores are based on">
      <Facts
        facts={[
          [
            "Tasks",
            <To key="sub-sessions" href={countedTasksAddress(row.developer.id)}>
              {sayCounted(row)}
            </To>,
          ],
          ["Turns", formatThings(row.turns, "turn")],
          [
            "Inputs",
            row.coverage === null ? "none yet" : `${formatShare(row.coverage)} of the weights have values`,
          ],
          ["Formula", `version ${row.scoringVersion}`],
        ]}
      />
      <h3 className="sub-head">What is missing</h3>
      {missing.length === 0 && <p className="second">Nothing: every score and input has a value.</p>}
      <dl className="missing">
        {missing.map(({ names, remedy }) => (
          <div key={remedy}>
            <dt>{names}</dt>
            <dd className="second">{remedy}</dd>
          </div>
        ))}
      </dl>
    </Cell>
  );
}

function sayCounted({ subSessions, provisional }: ScoreRow): string {
  const open = provisional === 0 ? "" : `, ${provisional} not closed`;
  return `${subSessions} counted${open}`;
}
