/** Paths that can be compared without being readable: each is kept with its suffixes, all as keyed hashes. */

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

/** Whether two paths are the same: the whole of one is among the suffixes of the other. */
function isSameTrace(left: PathTrace, right: PathTrace): boolean {
  const [wholeLeft = ""] = left;
  const [wholeRight = ""] = right;
  return right.includes(wholeLeft) || left.includes(wholeRight);
}

/** Whether a path is among others. */
export function isAmong(path: PathTrace, others: readonly PathTrace[]): boolean {
  return others.some((other) => isSameTrace(path, other));
}
