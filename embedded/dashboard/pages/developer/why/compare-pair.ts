/** What differed between two tasks of the same size; pure. */
import { formatCount, formatDuration, formatThings, formatTokens, NO_VALUE } from "../../../words/numbers.ts";
import type { SessionTurn } from "../../session/session-turns.ts";
import type { TaskOfDeveloper } from "./fetch-why.ts";
import { type Compared, differMuch, type Pair } from "./pairs.ts";

type Turns = readonly Pick<SessionTurn, "text" | "isRepair">[];

/** Returns what can be compared, what differs by half or more marked. */
export function comparePair({ worst, best }: Pair, ofWorst: Turns, ofBest: Turns): Compared[] {
  const rows = [
    amounts("Prompts", [worst.turns, best.turns], formatCount),
    amounts("Tokens taken", [worst, best].map(tokensOf), formatTokens),
    amounts("Human time", [worst, best].map(humanMsOf), formatDuration),
    amounts("Repairs", [ofWorst, ofBest].map(repairsIn), formatCount),
    amounts("First prompt", [ofWorst, ofBest].map(firstWordsIn), (words) => formatThings(words, "word")),
  ];
  const outcome = {
    name: "Outcome",
    worst: worst.outcome,
    best: best.outcome,
    differs: worst.outcome !== best.outcome,
  };
  return [...rows, outcome];
}

function amounts(
  name: string,
  values: readonly (number | null)[],
  format: (value: number) => string,
): Compared {
  const [worst = null, best = null] = values;
  const said = (value: number | null): string => (value === null ? NO_VALUE : format(value));
  return { name, worst: said(worst), best: said(best), differs: differMuch(worst, best) };
}

function tokensOf({ breakdown }: TaskOfDeveloper): number | null {
  return breakdown.tokens.actual;
}

function humanMsOf({ breakdown }: TaskOfDeveloper): number | null {
  const { actual } = breakdown.humanTime;
  return actual === null ? null : actual * 1_000;
}

function repairsIn(turns: Turns): number | null {
  return turns.length === 0 ? null : turns.filter(({ isRepair }) => isRepair).length;
}

function firstWordsIn([first]: Turns): number | null {
  const text = first?.text ?? null;
  return text === null ? null : text.split(/\s+/).filter((word) => word !== "").length;
}
