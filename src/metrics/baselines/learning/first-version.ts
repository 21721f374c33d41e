/** The first version that an organization learns: when it is due, and the earlier work that is put on it. */
import type { Database } from "../../../database/open.ts";
import { DAY, type Instant, type Milliseconds } from "../../../vocabulary/units.ts";
import type { BaselineVersion } from "../baseline-versions.ts";
import { readBaselineVersions } from "../baselines-table.ts";
import { noteRecompute } from "../recompute.ts";
import { hasClosed, readClosingTimes } from "../restate-table.ts";

/** @see docs/scoring.md, "Baselines". */
const FIRST_FROM = 30;

/**
 * How far back a version looks.
 *
 * @see docs/scoring.md, "Baselines".
 */
export const LEARNED_FROM_MS: Milliseconds = 8 * 7 * DAY;

/**
 * Finds when an organization's first version was due.
 *
 * @returns when the thirtieth scoreable sub-session within eight weeks closed, or null when that has not
 *   happened. This depends only on the records, not on when they arrived
 */
export async function firstDueAt(database: Database, organization: string): Promise<Instant | null> {
  if (!(await hasClosed(database, organization, FIRST_FROM))) return null;
  const closings = await readClosingTimes(database, organization);
  for (const [index, closedAt] of closings.entries()) {
    const earliest = closings[index - FIRST_FROM + 1];
    if (earliest !== undefined && closedAt - earliest < LEARNED_FROM_MS) return closedAt;
  }
  return null;
}

/** A stretch of starts, the end exclusive. */
export interface Stretch {
  from: Instant;
  to: Instant;
}

/**
 * Finds the work that the first learned version is put on: all that started before it was learned, except what
 * started
 * under a version that an admin had set.
 *
 * @param set the versions that were set before, in any order
 * @param at when the first learned version was due, and `now` when it is learned
 * @returns the stretches of starts, the earliest first
 */
function earlierWork(set: readonly BaselineVersion[], { at, now }: { at: Instant; now: Instant }): Stretch[] {
  const starts = set.map(({ inForceFrom }) => inForceFrom).sort((left, right) => left - right);
  const first = starts[0] ?? now;
  if (first >= at) return [{ from: 0, to: first }];
  const next = starts.find((start) => start >= at) ?? now;
  return [
    { from: 0, to: first },
    { from: at, to: next },
  ];
}

/** The first learned version of an organization. */
export interface FirstVersion {
  organization: string;
  version: BaselineVersion;
  now: Instant;
}

/**
 * Notes that all earlier work is compared with the first version. The recomputes that do this are journaled
 * like others.
 *
 * @param transaction - the transaction that keeps the version too
 */
export async function putEarlierWorkOn(
  transaction: Database,
  { organization, version, now }: FirstVersion,
): Promise<void> {
  const all = await readBaselineVersions(transaction, organization);
  const set = all.filter(({ source }) => source === "set");
  for (const { from, to } of earlierWork(set, { at: version.inForceFrom, now })) {
    const { version: number } = version;
    if (from < to)
      await noteRecompute(transaction, { organization, from, to, version: number, requestedAt: now });
  }
}
