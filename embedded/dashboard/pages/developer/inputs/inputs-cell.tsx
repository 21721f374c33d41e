/** The five inputs of Skill: their weights, where they are, how they went, their parts, and what would help. */
import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "wouter";
import type { ScoreRow } from "../../../../../src/scores/answer.ts";
import { useAddressWith } from "../../../address/range.ts";
import { MiniScale } from "../../../charts/scale.tsx";
import { MiniSpark } from "../../../charts/spark.tsx";
import { Cell } from "../../../parts/layout.tsx";
import { type Column, Table } from "../../../parts/table.tsx";
import { formatInterval, formatSigned, NO_VALUE } from "../../../words/numbers.ts";
import { sayPoints } from "../../overview/overview-data.ts";
import { type References, weakestInput, type WeighedInput, weighedInputs } from "../developer-data.ts";
import type { InputsFound } from "./fetch-inputs.ts";

export interface InputsCellProps {
  row: ScoreRow;
  references: References | undefined;
  /** Intervals and weeks; the table is without them until they are there. */
  found: UseQueryResult<InputsFound>;
}

export function InputsCell({ row, references, found: { data } }: InputsCellProps) {
  const inputs = weighedInputs(row, references);
  if (row.skillInputs === null) return <Coming inputs={inputs} />;
  const weakest = weakestInput(inputs);
  const hasMoved = inputs.some(({ moved }) => moved !== null);
  const skill = row.skill === null ? "no Skill yet" : `together ${row.skill.toFixed(1)}`;
  return (
    <Cell span={8} title="Skill, from its five inputs" more={`weight × value; ${skill}`}>
      <Table
        label="Inputs of Skill"
        rows={inputs}
        keyOf={({ id }) => id}
        isChosen={({ id }) => id === weakest?.id}
        columns={[...columnsFor(weakest, data), ...(hasMoved ? MOVED : [])]}
      />
      <p className="note under-table">
        Intervals are 80 %. Scales run from 0 to 100; the tick marks 50.{" "}
        {inputs.some(({ value }) => value === null) &&
          "The weight of an input without a value goes to the others. "}
        {sayMoved(row)}
      </p>
    </Cell>
  );
}

/** Before there are scores: what will be here, and what it looks at. */
function Coming({ inputs }: { inputs: readonly WeighedInput[] }) {
  return (
    <Cell span={8} title="Skill, from its five inputs" more="they appear with the first scores">
      <Table
        label="Inputs of Skill"
        rows={inputs}
        keyOf={({ id }) => id}
        columns={[
          { title: "Input", cell: ({ title }) => title },
          { title: "Weight", align: "right", cell: ({ weight }) => `${weight} %` },
          { title: "Looks at", cell: ({ looksAt }) => <span className="second">{looksAt}</span> },
        ]}
      />
    </Cell>
  );
}

function columnsFor(
  weakest: WeighedInput | null,
  found: InputsFound | undefined,
): readonly Column<WeighedInput>[] {
  return [
    { title: "Input", cell: (input) => <Name input={input} isWeakest={input.id === weakest?.id} /> },
    { title: "Weight", align: "right", hidesBelow: 720, cell: ({ weight }) => `${weight} %` },
    { title: "Value", align: "right", cell: (input) => <Value input={input} found={found} /> },
    {
      title: "80 % interval",
      hidesBelow: 720,
      cell: ({ id, title, value }) =>
        value !== null && (
          <div className="input-scale">
            <MiniScale name={title} value={value} interval={found?.values?.[id].interval ?? null} />
          </div>
        ),
    },
    {
      title: found?.series.bucket === "day" ? "By day" : "By week",
      hidesBelow: 1280,
      cell: ({ id, title }) =>
        found?.series.points[id].some(({ value }) => value !== null) === true && (
          <div className="input-series">
            <MiniSpark name={title} points={found.series.points[id]} bucket={found.series.bucket} />
          </div>
        ),
    },
    {
      title: "Tasks",
      align: "right",
      hidesBelow: 1280,
      cell: ({ id }) => found?.values?.[id].subSessions ?? NO_VALUE,
    },
    {
      title: "Part of Skill",
      align: "right",
      hidesBelow: 720,
      cell: ({ part }) => part?.toFixed(1) ?? NO_VALUE,
    },
  ];
}

/** Leads to the input over time, in the chart below. */
function Name({ input: { id, title, value }, isWeakest }: { input: WeighedInput; isWeakest: boolean }) {
  const addressWith = useAddressWith();
  return (
    <>
      {value === null ? (
        title
      ) : (
        <Link className="to" href={addressWith({ score: id })} replace>
          {title}
        </Link>
      )}
      {isWeakest && <span className="tag"> weakest</span>}
    </>
  );
}

/** Where there is no room for the scale, the interval is as text under the value. */
function Value({ input: { id, value }, found }: { input: WeighedInput; found: InputsFound | undefined }) {
  const interval = found?.values?.[id].interval ?? null;
  return (
    <>
      <b>{value?.toFixed(1) ?? NO_VALUE}</b>
      {interval !== null && <span className="input-interval">{formatInterval(interval)}</span>}
    </>
  );
}

/** Only where there is a period before to compare with. */
const MOVED: readonly Column<WeighedInput>[] = [
  { title: "Changed Skill by", align: "right", cell: sayPoints },
];

function sayMoved({ change }: ScoreRow): string {
  const skill = change?.skill ?? null;
  if (skill === null) return "Skill had no value in the period before, so there is no change to show.";
  return `Together they changed Skill by ${formatSigned(skill.value, 1)} compared with the period before.`;
}
