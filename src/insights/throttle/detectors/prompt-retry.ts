/** prompt_retry: the same prompt again and again, because the turn before it ended badly. */
import { type Instant, type Milliseconds, MINUTE } from "../../../vocabulary/units.ts";

const TOGETHER: Milliseconds = 15 * MINUTE;

/**
 * Joins retries to episodes: two or more, each at most 15 minutes after the one before.
 *
 * @param retries - One developer's retries after a turn that ended badly.
 * @see docs/scoring.md, "prompt_retry".
 */
export function findRetryEpisodes<Retry extends { at: Instant }>(retries: readonly Retry[]): Retry[][] {
  const runs: Retry[][] = [];
  for (const retry of retries.toSorted((left, right) => left.at - right.at)) {
    const last = runs.at(-1)?.at(-1);
    if (last !== undefined && retry.at - last.at <= TOGETHER) runs.at(-1)?.push(retry);
    else runs.push([retry]);
  }
  return runs.filter((run) => run.length >= 2);
}
