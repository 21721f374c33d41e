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
    .toSorted((left, right) => compareChains(positionOf(left), positionOf(right)));
}

/** Where a chain is in their order. */
export interface ChainPosition {
  length: number;
  /** When its first prompt was submitted. */
  submittedAt: Instant;
  /** Of its first prompt. */
  id: string;
}

/** Returns where the chain is. */
export function positionOf(chain: Chain): ChainPosition {
  const [{ submittedAt, id }] = chain;
  return { length: chain.length, submittedAt, id };
}

/** Returns a number below 0 when the left one is listed first. */
export function compareChains(left: ChainPosition, right: ChainPosition): number {
  return (
    right.length - left.length ||
    right.submittedAt - left.submittedAt ||
    (left.id < right.id ? -1 : Number(left.id > right.id))
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
