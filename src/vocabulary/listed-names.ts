/** Names of which telemetry can send any number, in responses that must stay short. */
import { z } from "zod";
import { cutPage } from "./page.ts";

/** A list has at most this many names; the others are listed together. */
export const LISTED = 200;

/** The name under which all other names are counted. */
export const OTHER_NAMES = "other";

/** Where a page of a list of names ends. */
export const NAME_POSITION = z.object({ name: z.string(), weight: z.number() });
export type NamePosition = z.infer<typeof NAME_POSITION>;

/** By name; a name may come several times, and null is no name. */
type Weights = Iterable<readonly [name: string | null, weight: number]>;

/**
 * Chooses the names of a list: those with the greatest weights.
 *
 * @param most - how many names the list has
 * @returns for each name itself, or `OTHER_NAMES`; null for null
 */
export function listedNames(weights: Weights, most = LISTED): (name: string | null) => string | null {
  const { listedAs } = pageOfNames(weights, { limit: most, after: null });
  return (name) => listedAs(name) ?? null;
}

/** The names of one page, those with the greatest weights first. */
export interface NamesPage {
  /**
   * Returns the name itself when it is on the page, `OTHER_NAMES` when it is on a later one, and undefined when it was
   * on an earlier one. What has no name, which is null, is on the first page.
   */
  listedAs(name: string | null): string | null | undefined;
  /** How many names there are on all pages. */
  total: number;
  /** null when this is the last page. */
  next: NamePosition | null;
}

/** Chooses the names of the page behind a position; null is the first page. */
export function pageOfNames(
  weights: Weights,
  { limit, after }: { limit: number; after: NamePosition | null },
): NamesPage {
  const sums = new Map<string, number>();
  for (const [name, weight] of weights) if (name !== null) sums.set(name, (sums.get(name) ?? 0) + weight);
  const ranked = [...sums].map(([name, weight]) => ({ name, weight })).toSorted(compareNames);
  const behind = after === null ? ranked : ranked.filter((name) => compareNames(name, after) > 0);
  const { next } = cutPage(behind, limit, (last) => last);
  const listedAs = (name: string | null) => {
    if (name === null) return after === null ? null : undefined;
    const ranked = { name, weight: sums.get(name) ?? 0 };
    if (after !== null && compareNames(ranked, after) <= 0) return undefined;
    return next !== null && compareNames(ranked, next) > 0 ? OTHER_NAMES : name;
  };
  return { listedAs, total: ranked.length, next };
}

function compareNames(left: NamePosition, right: NamePosition): number {
  return right.weight - left.weight || (left.name < right.name ? -1 : Number(left.name > right.name));
}
