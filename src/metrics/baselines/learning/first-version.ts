/** The first version that an organization learns: when it is due, and the earlier work that is put on it. */
import type { Database } from "../../../database/open.ts";
import type { Instant } from "../../../vocabulary/units.ts";
import type { BaselineVersion } from "../baseline-versions.ts";
import { readBaselineVersions } from "../baselines-table.ts";
import { noteRecompute } from "../recompute.ts";
import { hasClosed, readClosings } from "../restate-table.ts";
import { FIRST_FROM, firstWindow, LEARNED_FROM_MS } from "./first-window.ts";

/** The weeks of a first version, and when it was due. */
export interface FirstWeeks {
  from: Instant;
  /** Exclusive. */
  to: Instant;
  dueAt: Instant;
}

/**
 * Finds the weeks that an organization's first version is learned from.
 *
 * @returns null until thirty scoreable sub-sessions have closed within eight weeks. It was due when the thirtieth did.
 */
export async function findFirstWeeks(database: Database, organization: string): Promise<FirstWeeks | null> {
  if (!(await hasClosed(database, organization, FIRST_FROM))) return null;
  const window = firstWindow(await readClosings(database, organization));
  const [first] = window ?? [];
  const due = window?.filter(({ scoreable }) => scoreable)[FIRST_FROM - 1];
  if (first === undefined || due === undefined) return null;
  return { from: first.at, to: first.at + LEARNED_FROM_MS, dueAt: due.at };
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
