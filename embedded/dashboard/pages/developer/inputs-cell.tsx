/** The five inputs of Skill: their weights, where they stand, their parts, and what moved. */
import type { ScoreRow } from "../../../../src/scores/answer.ts";
import { MiniScale } from "../../charts/scale.tsx";
import { Cell } from "../../parts/layout.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { formatSigned, NO_VALUE } from "../../words/numbers.ts";
import { sayPoints } from "../overview/overview-data.ts";
import { weakestInput, type WeighedInput, weighedInputs } from "./developer-data.ts";

export function InputsCell({ row }: { row: ScoreRow }) {
  const inputs = weighedInputs(row);
  if (row.skillInputs === null)
    return (
      <Cell span={8} title="Skill, from its five inputs">
        <p className="second">They appear with the first scores.</p>
      </Cell>
    );
  const hasMoved = inputs.some(({ moved }) => moved !== null);
  const skill = row.skill === null ? "no Skill yet" : `together ${row.skill.toFixed(1)}`;
  return (
    <Cell span={8} title="Skill, from its five inputs" more={`weight × value; ${skill}`}>
      <Table
        label="Inputs of Skill"
        rows={inputs}
        keyOf={({ id }) => id}
        columns={[...columnsFor(weakestInput(inputs)), ...(hasMoved ? MOVED : [])]}
      />
      <p className="note under-table">
        The scale goes from 0 to 100, its tick is 50.{" "}
        {inputs.some(({ value }) => value === null) &&
          "An input without a value leaves its weight to the others. "}
        {sayMoved(row)}
      </p>
    </Cell>
  );
}

function columnsFor(weakest: WeighedInput | null): readonly Column<WeighedInput>[] {
  return [
    {
      title: "Input",
      cell: ({ id, title }) => (
        <>
          {title} <span className="quiet">{id.toUpperCase()}</span>
          {id === weakest?.id && <span className="tag"> weakest</span>}
        </>
      ),
    },
    { title: "Weight", align: "right", leaves: "second", cell: ({ weight }) => `${weight} %` },
    { title: "Value", align: "right", cell: ({ value }) => <b>{value?.toFixed(1) ?? NO_VALUE}</b> },
    {
      title: "0 to 100",
      leaves: "second",
      cell: ({ title, value }) =>
        value !== null && (
          <div className="input-scale">
            <MiniScale name={title} value={value} interval={null} />
          </div>
        ),
    },
    { title: "Part of Skill", align: "right", cell: ({ part }) => part?.toFixed(1) ?? NO_VALUE },
  ];
}

/** Only where there is a period before to compare with. */
const MOVED: readonly Column<WeighedInput>[] = [
  {
    title: "From, to",
    align: "right",
    leaves: "first",
    cell: ({ moved }) => (moved === null ? NO_VALUE : `${Math.round(moved.from)} to ${Math.round(moved.to)}`),
  },
  { title: "Moved Skill by", align: "right", cell: sayPoints },
];

function sayMoved({ change }: ScoreRow): string {
  const skill = change?.skill ?? null;
  if (skill === null) return "There is no Skill in the period before, so nothing has moved yet.";
  return `The last columns say what moved Skill by ${formatSigned(skill.value, 1)} against the period before.`;
}
