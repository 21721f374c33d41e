/** How the four dimensions add up to the score. */
import type { Dimension } from "../../../../src/rubric/checks.ts";
import { Cell } from "../../parts/layout.tsx";
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
      <table className="table" aria-label="How the score adds up">
        <thead>
          <tr>
            <th scope="col">Dimension</th>
            <th scope="col" className="end">
              Value
            </th>
            <th scope="col" className="end">
              Weight
            </th>
            <th scope="col" className="end">
              Points
            </th>
          </tr>
        </thead>
        <tbody>
          {sumsOf(rubric).map(({ dimension, name, value, weight, points }) => (
            <tr key={dimension}>
              <td>{name}</td>
              <td className="end">{value.toFixed(1)}</td>
              <td className="end">× {weight.toFixed(2)}</td>
              <td className="end">{points.toFixed(1)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              Score, grade {gradeName(grade)}
            </th>
            <td className="end">
              <b>{rubricScore.toFixed(1)}</b>
            </td>
          </tr>
        </tfoot>
      </table>
      {verify !== null && (
        <p className="note pad-top">
          “Asks to verify the result” is shown, but not part of any dimension:{" "}
          {verify === "na" ? "does not apply" : verify}.
        </p>
      )}
    </Cell>
  );
}
