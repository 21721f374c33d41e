/** One input of Skill: its formula in words, where it is, and what would raise it. */
import type { ScoreRow } from "../../../../../src/scores/answer.ts";
import { Cell } from "../../../parts/layout.tsx";
import { Go } from "../../../parts/links.tsx";
import { NO_VALUE } from "../../../words/numbers.ts";
import { Facts } from "../../../parts/facts.tsx";
import { sayReference, type WeighedInput } from "../developer-data.ts";
import type { InputsFound } from "../inputs/fetch-inputs.ts";
import { helpFor } from "../inputs/input-help.ts";
import type { Habit } from "./fetch-why.ts";

export interface InputPanelProps {
  row: ScoreRow;
  input: WeighedInput;
  /** The habits that were found for it. */
  habits: readonly Habit[];
  found: InputsFound | undefined;
}

export function InputPanel({ row, input, habits, found }: InputPanelProps) {
  const { id, title, formula, value, weight, against } = input;
  const { says, look } = helpFor(input, row.developer.id, found?.breakdown ?? null);
  const habit = habits.find((each) => each.input === id) ?? null;
  return (
    <Cell span={4} title={title}>
      <p className="second falls-formula">{formula}</p>
      <Facts
        facts={[
          ["Value", value?.toFixed(1) ?? NO_VALUE],
          ["Compared with", sayReference(against)],
          ["Weight", `${weight} % of Skill`],
        ]}
      />
      <h3 className="sub-head">What would raise it</h3>
      {habit === null ? (
        <p className="second">{says}</p>
      ) : (
        <>
          <p>
            <b>{habit.title}.</b>
          </p>
          <p className="second">{habit.advice}</p>
        </>
      )}
      <p className="pad-top">
        <Go href={look.address}>{look.text}</Go>
      </p>
    </Cell>
  );
}
