/** Paths that can be compared without being readable: each is kept with its suffixes, all as keyed hashes. */

import { perObject } from "../../vocabulary/sharing/per-object.ts";

/** A path, then each of its suffixes at a `/`, the longest first. */
export type PathTrace = readonly string[];

/** Returns the path and its suffixes as they are written. */
export function suffixesOf(path: string): string[] {
  const suffixes = [path];
  for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) {
    const suffix = path.slice(at + 1);
    if (suffix !== "") suffixes.push(suffix);
  }
  return suffixes;
}

/** Up to so many paths are compared one by one: a turn keeps two sets of its paths only where it names many. */
const FEW_PATHS = 8;

/** Whether a path is among others: the whole of one is among the suffixes of the other. */
export function isAmong(path: PathTrace, others: readonly PathTrace[]): boolean {
  const [whole = ""] = path;
  if (others.length <= FEW_PATHS)
    return others.some((other) => other.includes(whole) || path.includes(other[0] ?? ""));
  const { wholes, all } = tracesIn(others);
  return all.has(whole) || path.some((suffix) => wholes.has(suffix));
}

const tracesIn = perObject((paths: readonly PathTrace[]) => {
  return { wholes: new Set(paths.map(([whole = ""]) => whole)), all: new Set(paths.flat()) };
});
