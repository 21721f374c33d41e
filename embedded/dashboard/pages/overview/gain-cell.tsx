/** The inputs of Skill by what the team would gain. */
import type { Team } from "../../../../src/scores/team/team-answer.ts";
import { Cell } from "../../parts/layout.tsx";
import { Go } from "../../parts/links.tsx";
import { Table } from "../../parts/table.tsx";
import { formatInterval, formatScore, formatSigned, NO_VALUE } from "../../words/numbers.ts";
import { rankedInputs } from "./next-data.ts";

export function GainCell({ inputs }: { inputs: Team["inputs"] }) {
  const ranked = rankedInputs(inputs);
  return (
    <Cell
      span={8}
      title="Where Skill has most to gain"
      more="if everybody under the median reached it"
      right={<Go href="/team">The team</Go>}
    >
      {ranked.length === 0 ? (
        <p className="second">With fewer than five people, an input would show whose it is.</p>
      ) : (
        <Table
          label="Inputs of Skill by what the team would gain"
          rows={ranked}
          keyOf={({ metric }) => metric}
          columns={[
            { title: "Input", grows: true, cell: ({ title }) => title },
            { title: "Median", align: "right", cell: ({ metric }) => formatScore(inputs[metric].median) },
            {
              title: "Middle half",
              align: "right",
              hidesBelow: 720,
              cell: ({ metric }) => sayHalf(inputs[metric].middleHalf),
            },
            { title: "Skill", unit: "points", align: "right", cell: ({ points }) => formatSigned(points, 1) },
          ]}
        />
      )}
    </Cell>
  );
}

function sayHalf(half: readonly [number, number] | null): string {
  return half === null ? NO_VALUE : formatInterval(half);
}
