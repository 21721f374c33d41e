/** Coherent chains: prompts that carried one piece of work on, none of them to repair what the agent had done. */
import type { Instant, Score } from "../../vocabulary/units.ts";

/** A non-trivial prompt as a link of a chain: no more than chains are found by, because a window has many. */
export interface Link {
  id: string;
  subSession: string;
  turnIndex: number;
  submittedAt: Instant;
  /** Whether it repairs what the agent did. */
  repair: boolean;
}

/** Its first link, its last, and what is between. */
export type Chain = readonly [Link, ...Link[]];

/** A single prompt is no chain. */
const SHORTEST = 2;

/**
 * Finds chains, the longest first; of equally long ones the latest.
 *
 * @param links - Non-trivial prompts, in any order.
 * @see docs/scoring.md, "Chains".
 */
export function findChains(links: readonly Link[]): Chain[] {
  return [...Map.groupBy(links, ({ subSession }) => subSession).values()]
    .flatMap((ofOne) => chainsOf(ofOne))
    .toSorted(
      (left, right) =>
        right.length - left.length ||
        right[0].submittedAt - left[0].submittedAt ||
        (left[0].id < right[0].id ? -1 : 1),
    );
}

/** @param links - The links of one sub-session. */
function chainsOf(links: readonly Link[]): Chain[] {
  const chains: [Link, ...Link[]][] = [];
  let open: [Link, ...Link[]] | null = null;
  for (const link of links.toSorted((left, right) => left.turnIndex - right.turnIndex)) {
    if (link.repair) open = null;
    else if (open === null) chains.push((open = [link]));
    else open.push(link);
  }
  return chains.filter(({ length }) => length >= SHORTEST);
}

/**
 * Returns the mean score of the scored ones; null when none is.
 *
 * @param ofChain - null for one without a score.
 */
export function meanScore(ofChain: readonly (Score | null)[]): Score | null {
  const scores = ofChain.filter((score) => score !== null);
  return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}
