/** What a recommendation takes for granted, in sentences for those who decide. */
import { ALLOWANCE, type Candidate, type CandidateKind } from "./candidate.ts";

/** Gives: what must hold for the saving to be right. */
export function assumptionsOf({ kind, grade, from, to, model, subSessions }: Candidate): string[] {
  const chosen = kind === "effort" ? `${model} at ${to} effort` : to;
  const both = kind === "effort" ? `at both ${from} and ${to} effort` : `on both ${from} and ${to}`;
  const hypothesis = `A hypothesis: too little work of this kind was done ${both} to compare them.`;
  return [...(grade === "C" ? [hypothesis] : []), PROJECTED[kind](chosen), CHOSEN[kind](subSessions)];
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
