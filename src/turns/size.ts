/** How much work a sub-session was, so that only work of one size is compared. */

/** What counts towards size; generated and lock files are left out by the caller. */
export interface WorkDone {
  filesTouched: number;
  addedLines: number;
  removedLines: number;
  toolCalls: number;
}

/** Sizes fall into buckets 0 to 8, each twice as large as the one before. */
const BUCKETS = 9;

/**
 * Returns the size of a sub-session and its bucket.
 *
 * @returns Size ≥ 1 without unit; bucket 0 to 8.
 * @see docs/scoring.md, "Size".
 */
export function sizeOf(work: WorkDone): { size: number; bucket: number } {
  const lines = work.addedLines + work.removedLines;
  const size = 1 + work.filesTouched + lines / 20 + work.toolCalls / 5;
  return { size, bucket: Math.min(Math.floor(Math.log2(size)), BUCKETS - 1) };
}
