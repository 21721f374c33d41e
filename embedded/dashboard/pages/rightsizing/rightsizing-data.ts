/** What recommendations of models come to, in sentences and sums. */
import type { Recommendation, Rightsizing } from "../../../../src/insights/rightsizing/rightsizing-answer.ts";
import type { ModelTrial } from "../../../../src/insights/rightsizing/trials/trial-answer.ts";
import { agentName } from "../../words/agents.ts";
import { formatCount, formatShare, formatThings, formatUsd } from "../../words/numbers.ts";
import { formatDay } from "../../words/times.ts";

type Asked = Pick<Rightsizing, "recommendations" | "quiet">;

/** The savings of a month, by how well they are shown; null where nothing is recommended on such evidence. */
export interface Savings {
  /** By work that was done on both sides: grades A and B. */
  shown: number | null;
  /** By the rule only: evidence C. */
  supposed: number | null;
}

export function savingsOf(recommendations: readonly Recommendation[]): Savings {
  const savings: Savings = { shown: null, supposed: null };
  for (const { kind, evidence, monthlySavingUsd } of recommendations) {
    if (kind === "tier_up") continue;
    const grade = evidence === "C" ? "supposed" : "shown";
    savings[grade] = (savings[grade] ?? 0) + monthlySavingUsd;
  }
  return savings;
}

/** The page's answer. */
export function sayRightsizing({ recommendations }: Asked, days: number): string {
  const { shown, supposed } = savingsOf(recommendations);
  const stronger = recommendations.filter(({ kind }) => kind === "tier_up").length;
  if (recommendations.length === 0) return `Nothing worth changing was found in ${days} days.`;
  const up = stronger === 0 ? "" : ` ${sayCount(stronger)} may need a stronger model.`;
  if (shown !== null) return `Cheaper models for easy work would save ${formatUsd(shown)} a month.${up}`;
  if (supposed === null) return up.trimStart();
  return `Cheaper models for easy work may save ${formatUsd(supposed)} a month: a hypothesis to try.${up}`;
}

function sayCount(count: number): string {
  return count === 1 ? "One kind of work" : `${formatCount(count)} kinds of work`;
}

/** What the answer leaves out. */
export function sayRest({ recommendations, quiet }: Asked): string {
  const { shown, supposed } = savingsOf(recommendations);
  const more =
    shown !== null && supposed !== null
      ? [`Another ${formatUsd(supposed)} is a hypothesis: too little was done on both models yet.`]
      : [];
  const small =
    quiet === 0
      ? []
      : [
          `${formatThings(quiet, "smaller change")} ${quiet === 1 ? "is" : "are"} left out: below $5.00 a month or 3 % of what was spent.`,
        ];
  return [
    ...more,
    ...small,
    "No model is changed automatically; people choose their model when a session begins.",
  ].join(" ");
}

/** For which work: "small sub-sessions in Claude Code, intent fix". */
export function sayWork({ segment, work }: Pick<Recommendation, "segment" | "work">): string {
  const { intent, size, agent } = segment;
  const sized = size === null ? "Tasks of several sizes" : `${SIZES[size]} tasks`;
  const several = work.length > 1 && intent === null;
  const meant = several ? `, ${formatThings(work.length, "kind")} of work` : intentWords(intent);
  return `${sized} in ${agentName(agent)}${meant}`;
}

const SIZES: Readonly<Record<"small" | "medium" | "large", string>> = {
  small: "Small",
  medium: "Medium",
  large: "Large",
};

function intentWords(intent: string | null): string {
  return intent === null ? "" : `, intent ${intent.replaceAll("_", " ")}`;
}

/** What the work that was done on both sides says. */
export function sayEvidence(recommendation: Recommendation): string {
  const { evidence, comparison } = recommendation;
  const { from, to: tried, difference, low } = comparison;
  if (evidence === "C" || difference === null || low === null) return sayHypothesis(recommendation);
  const seen = `${formatShare(tried.reached ?? 0)} of ${formatCount(tried.subSessions)} reached their goal, against ${formatShare(from.reached ?? 0)} of ${formatCount(from.subSessions)}.`;
  return `${seen} ${sayBound(low)}`;
}

/** Returns "Since 24 Nov: 3 tasks, 2 reached their goal." */
export function sayTrial({
  begunAt,
  subSessions,
  reached,
}: Pick<ModelTrial, "begunAt" | "subSessions" | "reached">): string {
  const since = `Since ${formatDay(begunAt)}:`;
  if (subSessions === 0) return `${since} no task yet.`;
  return `${since} ${formatThings(subSessions, "task")}, ${formatCount(reached)} reached ${subSessions === 1 ? "its" : "their"} goal.`;
}

/** With fewer of them a side says nothing. */
const A_FEW = 5;

function sayHypothesis({ kind, from, to, comparison }: Recommendation): string {
  const on = (name: string) => (kind === "effort" ? `at ${name} effort` : `on ${name}`);
  if (comparison.to.subSessions === 0)
    return `A hypothesis. No task of this kind ran ${on(to)}, so nothing is known of how often it reaches its goal.`;
  const [few] = [
    { name: to, count: comparison.to.subSessions },
    { name: from, count: comparison.from.subSessions },
  ].filter(({ count }) => count < A_FEW);
  if (few === undefined)
    return "A hypothesis. Kind by kind, too little of this work was done on both to compare them.";
  return `A hypothesis. Only ${formatThings(few.count, "task")} of this kind ran ${on(few.name)}: too few to compare.`;
}

function sayBound(low: number): string {
  const points = Math.abs(Math.round(low * 100));
  const size = points === 1 ? "one point" : `${points} points`;
  return low >= 0
    ? `At 90 % confidence, at least ${size} more do.`
    : `At 90 % confidence, at most ${size} fewer do.`;
}

/** The names of both sides, with the model where only the effort differs. */
export function sidesOf({ kind, model, from, to }: Pick<Recommendation, "kind" | "model" | "from" | "to">): {
  from: string;
  to: string;
} {
  return kind === "effort" ? { from: `${model} ${from}`, to: `${model} ${to}` } : { from, to };
}

/** One side of a change, as a bar from 0. */
export interface Side {
  name: string;
  /** 0 to 1 of the whole width; null: there is no value. */
  share: number | null;
  /** The number as it is written, with what it is of. */
  value: string;
}

/** How often work of the kind reached its goal on both sides. */
export function reachedSides(recommendation: Recommendation): Side[] {
  const names = sidesOf(recommendation);
  const { comparison } = recommendation;
  return (["from", "to"] as const).map((end) => {
    const { subSessions, reached } = comparison[end];
    const value =
      reached === null ? "never tried" : `${formatShare(reached)} of ${formatThings(subSessions, "task")}`;
    return { name: names[end], share: reached, value };
  });
}

/** What the work cost, and what it would have cost. */
export function costSides(recommendation: Recommendation): Side[] {
  const { currentCostUsd, projectedCostUsd, basis } = recommendation;
  const most = Math.max(currentCostUsd, projectedCostUsd);
  const names = sidesOf(recommendation);
  const shareOf = (usd: number): number => (most === 0 ? 0 : usd / most);
  return [
    {
      name: names.from,
      share: shareOf(currentCostUsd),
      value: `${formatUsd(currentCostUsd)} in this time range${basis === "list_prices" ? ", at list prices" : ""}`,
    },
    {
      name: names.to,
      share: shareOf(projectedCostUsd),
      value: `${formatUsd(projectedCostUsd)} by the assumptions`,
    },
  ];
}

/** So many more tokens the projection counts for second tries; the range goes from none to twice as many. */
export const ALLOWANCE = 0.15;

/** What a month would save, from twice the allowance for second tries to none; negative: it costs more. */
export function savingRange({
  currentCostUsd,
  projectedCostUsd,
  monthlySavingUsd,
}: Pick<Recommendation, "currentCostUsd" | "projectedCostUsd" | "monthlySavingUsd">): [
  low: number,
  high: number,
] {
  const saved = currentCostUsd - projectedCostUsd;
  const perMonth = saved === 0 ? 0 : monthlySavingUsd / saved;
  const sameTokens = projectedCostUsd / (1 + ALLOWANCE);
  const at = (more: number): number => (currentCostUsd - sameTokens * (1 + more)) * perMonth;
  return [at(2 * ALLOWANCE), at(0)];
}

/** Returns "$11.20 to $14.90"; of what costs more "costs $2.10 to $3.40 more". */
export function sayRange(recommendation: Parameters<typeof savingRange>[0]): string {
  const [low, high] = savingRange(recommendation);
  if (high < 0) return `costs ${formatUsd(-high)} to ${formatUsd(-low)} more`;
  return low < 0 ? `up to ${formatUsd(high)}` : `${formatUsd(low)} to ${formatUsd(high)}`;
}

/** What a saving is called: a hypothesis may save, and going up costs more. */
export function moneyOf({
  monthlySavingUsd,
  evidence,
}: Pick<Recommendation, "monthlySavingUsd" | "evidence">) {
  if (monthlySavingUsd < 0) return { name: "Costs more a month", usd: formatUsd(-monthlySavingUsd) };
  const name = evidence === "C" ? "May save a month" : "Saves a month";
  return { name, usd: formatUsd(monthlySavingUsd) };
}
