/** Reverts, and which edits they undid: those since the last commit, and those of commits that they name. */
import { isSamePath } from "../../turns/wording/paths.ts";
import type { RevertedCommit } from "../../turns/shell/read-shell.ts";
import type { Instant } from "../../vocabulary/units.ts";

/** Changes that were undone: in some files or folders, or in all of them. */
export interface Revert {
  turn: number;
  at: Instant;
  paths: readonly string[] | "everything";
  commits: readonly RevertedCommit[];
}

/** A commit of the session. */
export interface Commit {
  at: Instant;
  /** What the command said about it, where its hash is; null when not known. */
  output: string | null;
}

/** A revert of commits: of the one at this place, or of all after it. Places count the session's commits. */
interface CommitRevert {
  revert: Revert;
  place: number;
  reach: RevertedCommit["reach"];
}

/** What a session reverts after a moment; the session is read from its end to its beginning. */
export interface LaterReverts {
  /** All of the session's commits, in order. */
  commits: readonly Commit[];
  /** The place of the first commit at or after the moment; their number when none comes. */
  nextCommit: number;
  /** Reverts before that commit, the nearest last. */
  uncommitted: Revert[];
  /** Reverts that name commits, the nearest last. */
  ofCommits: CommitRevert[];
}

/**
 * Returns a state without reverts.
 *
 * @param commits - All of the session's commits, in order.
 */
export function noLaterReverts(commits: readonly Commit[]): LaterReverts {
  return { commits, nextCommit: commits.length, uncommitted: [], ofCommits: [] };
}

/**
 * Goes back to an earlier moment. Reverts after a commit in between do not undo committed edits, unless they
 * name the commit.
 *
 * @returns Whether there was a commit in between.
 */
export function goBackTo(later: LaterReverts, at: Instant): boolean {
  const before = later.nextCommit;
  while ((later.commits[later.nextCommit - 1]?.at ?? -Infinity) >= at) {
    later.nextCommit -= 1;
    later.uncommitted = [];
  }
  return later.nextCommit < before;
}

/** Adds a revert at this moment. */
export function addRevert(later: LaterReverts, revert: Revert): void {
  const before = later.commits.slice(Math.max(0, later.nextCommit - COMMITS_BACK), later.nextCommit);
  const first = later.nextCommit - before.length;
  // `git revert` does not touch what is not committed yet; without a known commit the two look the same.
  const sparesUncommitted = before.length > 0 && revert.commits.some(({ reach }) => reach === "this");
  if (!sparesUncommitted) later.uncommitted.push(revert);
  for (const { name, reach } of revert.commits) {
    const place = placeOf(name, before);
    if (place !== null) later.ofCommits.push({ revert, place: first + place, reach });
  }
}

/**
 * Returns the nearest later revert that undid what was written to a file at this moment.
 *
 * @param path - The file's path; null when it is not known.
 * @see docs/scoring.md, "QR".
 */
export function nearestRevert(later: LaterReverts, path: string | null): Revert | undefined {
  const { nextCommit, uncommitted, ofCommits } = later;
  const beforeCommit = uncommitted.findLast((revert) => covers(revert, path));
  if (beforeCommit !== undefined) return beforeCommit;
  return ofCommits.findLast(({ place, reach }) =>
    reach === "this" ? place === nextCommit : place < nextCommit,
  )?.revert;
}

/** How far back a commit is looked for by its name. */
const COMMITS_BACK = 200;

/** A file without a known path is certainly covered only by a revert of everything. */
function covers({ paths }: Revert, path: string | null): boolean {
  if (paths === "everything") return true;
  return path !== null && paths.some((reverted) => coversPath(reverted, path));
}

function coversPath(reverted: string, path: string): boolean {
  const folder = reverted.replace(/^(?:\.\/|:\/)/, "").replace(/\/$/, "");
  if (folder === "" || folder === "." || folder === "*") return true;
  return isSamePath(folder, path) || path.startsWith(`${folder}/`) || path.includes(`/${folder}/`);
}

const FROM_NEWEST = /^(?:HEAD|@)(?:(\^+)|~(\d*))?$/;
const HASH = /^[0-9a-f]{7,40}$/i;
/** git shows at least this many digits of a hash. */
const DIGITS_SHOWN = 7;

/** The place of a commit among those before the revert, below 0 for one before them; null when unknown. */
function placeOf(name: string, before: readonly Commit[]): number | null {
  const fromNewest = FROM_NEWEST.exec(name);
  if (fromNewest !== null) {
    const [, carets, tilde] = fromNewest;
    const back = carets?.length ?? (tilde === undefined ? 0 : Number(tilde || 1));
    return before.length - 1 - back;
  }
  if (!HASH.test(name)) return null;
  const shown = name.slice(0, DIGITS_SHOWN).toLowerCase();
  const place = before.findLastIndex(({ output }) => output?.toLowerCase().includes(shown));
  return place < 0 ? null : place;
}
