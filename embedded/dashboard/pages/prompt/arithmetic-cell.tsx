/** How the four dimensions add up to the score. */
import type { Dimension } from "../../../../src/rubric/checks.ts";
import { Cell } from "../../parts/layout.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { gradeName } from "../../words/rubric.ts";
import { sumsOf } from "./prompt-data.ts";

export interface ArithmeticCellProps {
  rubric: Readonly<Record<Dimension, number>>;
  rubricScore: number;
  grade: string;
  /** What the check that counts in no dimension came to. */
  verify: "yes" | "no" | "na" | null;
}

export function ArithmeticCell({ rubric, rubricScore, grade, verify }: ArithmeticCellProps) {
  return (
    <Cell span={4} title="Sums" more="computed by the server, not by the model">
      <Table
        label="How the score adds up"
        columns={columnsFor({ rubricScore, grade })}
        rows={sumsOf(rubric)}
        keyOf={({ dimension }) => dimension}
      />
      {verify !== null && (
        <p className="note pad-top">
          “Asks to verify the result” is shown, but not part of any dimension:{" "}
          {verify === "na" ? "does not apply" : verify}.
        </p>
      )}
    </Cell>
  );
}

type Sum = ReturnType<typeof sumsOf>[number];

function columnsFor({
  rubricScore,
  grade,
}: Pick<ArithmeticCellProps, "rubricScore" | "grade">): Column<Sum>[] {
  return [
    { title: "Dimension", cell: ({ name }) => name, foot: `Score, grade ${gradeName(grade)}` },
    { title: "Value", align: "right", cell: ({ value }) => value.toFixed(1) },
    { title: "Weight", align: "right", cell: ({ weight }) => `× ${weight.toFixed(2)}` },
    {
      title: "Points",
      align: "right",
      cell: ({ points }) => points.toFixed(1),
      foot: <b>{rubricScore.toFixed(1)}</b>,
    },
  ];
}
