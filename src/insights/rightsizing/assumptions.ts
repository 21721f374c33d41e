/** What a recommendation takes for granted, in sentences for those who decide. */
import type { MicroUsd } from "../../vocabulary/units.ts";
import { ALLOWANCE, type Candidate, type CandidateKind } from "./candidate.ts";

/** Returns what must hold for the saving to be right. */
export function assumptionsOf(candidate: Candidate): string[] {
  const { kind, grade, from, to, model, subSessions } = candidate;
  const chosen = kind === "effort" ? `${model} at ${to} effort` : to;
  const both = kind === "effort" ? `at both ${from} and ${to} effort` : `on both ${from} and ${to}`;
  const hypothesis = `A hypothesis: too little work of this kind was done ${both} to compare them.`;
  return [
    ...(grade === "C" ? [hypothesis] : []),
    PROJECTED[kind](chosen),
    ...footingOf(candidate),
    CHOSEN[kind](subSessions),
  ];
}

/** By so much of what was spent list prices may differ without a word. */
const NEARLY = 0.01;

/** Where the agents' own count is not what the list says, the two are not mixed. */
function footingOf({ basis, model, current, spent }: Candidate): string[] {
  if (basis !== "list_prices" || Math.abs(current - spent) <= NEARLY * spent) return [];
  return [
    `Compared with the same tokens at the list prices of ${model}, ${usd(current)}; ` +
      `by the agents' own count ${usd(spent)} were spent.`,
  ];
}

function usd(cost: MicroUsd): string {
  return `${(cost / 1e6).toFixed(2)} USD`;
}

const MORE = `${Math.round((ALLOWANCE - 1) * 100)} %`;

const PROJECTED: Readonly<Record<CandidateKind, (chosen: string) => string>> = {
  model: (chosen) => `The same tokens at the list prices of ${chosen}, and ${MORE} more for second tries.`,
  effort: (chosen) =>
    `What easy sub-sessions of this kind cost on ${chosen}, and ${MORE} more for second tries.`,
  tier_up: (chosen) =>
    `The same tokens at the list prices of ${chosen}, and ${MORE} more; fewer tries are not counted.`,
};

const CHOSEN: Readonly<Record<CandidateKind, (subSessions: number) => string>> = {
  model: easySessions,
  effort: easySessions,
  tier_up: () =>
    "At least 40 % of the turns repaired what the agent had done, and at least two sub-sessions were given up.",
};

function easySessions(subSessions: number): string {
  return `Chosen when a session begins: the ${subSessions} sub-sessions are of sessions in which nothing was hard. A change in mid-session loses the prompt cache.`;
}
