/** How Speed or Efficiency is computed, in words, with the developer's own amounts. */
import type { ScoreRow } from "../../../../../src/scores/answer.ts";
import { Facts } from "../../../parts/facts.tsx";
import { Cell } from "../../../parts/layout.tsx";
import { formatShare } from "../../../words/numbers.ts";
import { sayAxes } from "../earned/earned-rows.ts";
import { type ScoreName, SCORE_TITLES } from "../../overview/overview-data.ts";

export function SumsPanel({ row, name }: { row: ScoreRow; name: ScoreName }) {
  const parts = name === "skill" ? null : (row.breakdown?.[name] ?? null);
  if (name === "skill" || parts === null) return null;
  return (
    <Cell span={4} title={`How ${SCORE_TITLES[name]} is computed`}>
      <p className="second falls-formula">{FORMULAS[name]}</p>
      <Facts
        facts={[
          ["Taken → earned", sayAxes(parts)],
          ["Earned in all", formatShare(Math.exp(parts.r))],
          ["Usual", formatShare(Math.exp(parts.reference))],
          ["Outcomes known", formatShare(parts.evidence)],
        ]}
      />
    </Cell>
  );
}

const FORMULAS = {
  speed:
    "The human time that the turns of all tasks earned, divided by what they took; undone work earns half. As much as the baseline earns gives 50.",
  efficiency:
    "What the turns of all tasks earned, divided by what they took: tokens (60 %) and prompts (40 %). As much as the baseline earns gives 50.",
} as const;
