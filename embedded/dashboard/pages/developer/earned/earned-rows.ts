/** What the scores over sums were computed from, as rows: earned and taken on each axis; pure. */
import type { ScoreRow } from "../../../../../src/scores/answer.ts";
import { metricTitle } from "../../../words/inputs.ts";
import { formatCount, formatTokens, NO_VALUE } from "../../../words/numbers.ts";
import type { SummedParts } from "../../../words/earned.ts";

/** One score with its sums. */
export interface EarnedScore {
  title: string;
  parts: SummedParts;
}

/** Returns the scores that have a value: Speed, Efficiency, then the input of Skill. */
export function earnedRows({ breakdown }: Pick<ScoreRow, "breakdown">): EarnedScore[] {
  const { speed = null, efficiency = null, sse = null } = breakdown ?? {};
  const rows = [
    { title: "Speed", parts: speed },
    { title: "Efficiency", parts: efficiency },
    { title: metricTitle("sse"), parts: sse },
  ];
  return rows.flatMap(({ title, parts }) => (parts === null ? [] : [{ title, parts }]));
}

export type AxisName = keyof SummedParts["axes"];

const MINUTE_S = 60;

/** Returns "5.6 M → 5.1 M": taken, then earned; a dash where the score does not use the axis. */
export function sayAxis({ axes }: SummedParts, axis: AxisName): string {
  const { actual, earned } = axes[axis];
  if (actual === null || earned === null) return NO_VALUE;
  return `${FORMATS[axis](actual)} → ${FORMATS[axis](earned)}`;
}

/** Returns "Tokens 5.6 M → 5.1 M, prompts 98 → 101": the axes that the score uses. */
export function sayAxes(parts: SummedParts): string {
  const said = (["tokens", "turns", "humanTime"] as const).flatMap((axis) =>
    parts.axes[axis].actual === null ? [] : [`${NAMES[axis]} ${sayAxis(parts, axis)}${UNITS[axis]}`],
  );
  const text = said.join(", ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

const NAMES: Readonly<Record<AxisName, string>> = {
  tokens: "tokens",
  turns: "prompts",
  humanTime: "human time",
};

const UNITS: Readonly<Record<AxisName, string>> = { tokens: "", turns: "", humanTime: " min" };

const FORMATS: Readonly<Record<AxisName, (amount: number) => string>> = {
  tokens: formatTokens,
  turns: formatCount,
  humanTime: (seconds) => formatCount(seconds / MINUTE_S),
};
