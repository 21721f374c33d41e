/** Coherent chains: prompts that carried one piece of work on, none of them to repair what the agent had done. */
import type { Milliseconds, Score } from "../../vocabulary/units.ts";

/** A non-trivial prompt as a link of a chain. */
export interface Link {
  id: string;
  session: string;
  subSession: string;
  developer: string;
  turnIndex: number;
  submittedAt: Milliseconds;
  /** Whether it repairs what the agent did. */
  repair: boolean;
  /** null when it has none. */
  rubricScore: Score | null;
}

/** Its first link, its last, and what lies between. */
export type Chain = readonly [Link, ...Link[]];

/** One prompt by itself is no chain. */
const SHORTEST = 2;

/**
 * Finds chains, the longest first; of equally long ones the latest.
 *
 * Takes: non-trivial prompts, those of a session together and in their order.
 * Source: docs/scoring.md, "Chains".
 */
export function findChains(links: readonly Link[]): Chain[] {
  const chains: [Link, ...Link[]][] = [];
  let open: [Link, ...Link[]] | null = null;
  for (const link of links) {
    if (link.repair) open = null;
    else if (open?.[0].subSession === link.subSession) open.push(link);
    else chains.push((open = [link]));
  }
  return chains
    .filter(({ length }) => length >= SHORTEST)
    .toSorted(
      (left, right) =>
        right.length - left.length ||
        right[0].submittedAt - left[0].submittedAt ||
        (left[0].id < right[0].id ? -1 : 1),
    );
}

/** Gives: the mean score of the scored ones; null when none is. */
export function meanScore(chain: Chain): Score | null {
  const scores = chain.flatMap(({ rubricScore }) => (rubricScore === null ? [] : [rubricScore]));
  return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}
