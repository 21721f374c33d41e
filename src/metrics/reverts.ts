/** Reverts, and which of them took back the changes of a file. */
import { isSamePath } from "../vocabulary/paths.ts";
import type { Milliseconds } from "../vocabulary/units.ts";

/** Changes taken back: those of some files or folders, or all of them. */
export interface Revert {
  turn: number;
  at: Milliseconds;
  paths: readonly string[] | "everything";
}

/**
 * The nearest of the reverts that covers a file.
 *
 * Takes: reverts with the nearest last; a path of null is a file that nobody names, which only a revert of everything
 * surely covers.
 */
export function nearestRevert(reverts: readonly Revert[], path: string | null): Revert | undefined {
  return reverts.findLast(({ paths }) => {
    if (paths === "everything") return true;
    return path !== null && paths.some((reverted) => covers(reverted, path));
  });
}

function covers(reverted: string, path: string): boolean {
  const folder = reverted.replace(/^(?:\.\/|:\/)/, "").replace(/\/$/, "");
  if (folder === "" || folder === "." || folder === "*") return true;
  return isSamePath(folder, path) || path.startsWith(`${folder}/`) || path.includes(`/${folder}/`);
}
