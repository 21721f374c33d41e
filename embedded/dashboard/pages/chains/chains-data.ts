/** The sentences of the page of chains; pure, so that each can be tested. */
import { formatCount, formatScore, formatThings } from "../../words/numbers.ts";

/** The fields of the response that the sentence needs. */
export interface ChainsSaid {
  /** The longest first. */
  chains: readonly { length: number; meanRubricScore: number | null }[];
  /** null: more than 10,000. */
  total: number | null;
}

/** Returns "The longest of 41 chains is 9 prompts without a repair, which score 72 of 100 on average." */
export function sayChains({ chains, total }: ChainsSaid): string {
  const [longest] = chains;
  if (longest === undefined) return "";
  const among = total === null ? "more than 10,000 chains" : formatThings(total, "chain");
  const begins = total === 1 ? "The only chain is" : `The longest of ${among} is`;
  const score =
    longest.meanRubricScore === null
      ? ""
      : `, which score ${formatScore(longest.meanRubricScore)} of 100 on average`;
  return `${begins} ${formatThings(longest.length, "prompt")} without a repair${score}.`;
}

/** Returns "Shown are the longest 50." Empty when all are shown. */
export function sayShown({ chains, total }: ChainsSaid): string {
  return total === chains.length ? "" : `Shown are the longest ${formatCount(chains.length)}.`;
}

/** Returns "3 to 9"; trivial prompts between them count in no chain. */
export function sayTurns({ startTurn, endTurn }: { startTurn: number; endTurn: number }): string {
  return `${startTurn} to ${endTurn}`;
}
