/** Makes new versions of an organization's baselines: learned from its work, or set by an admin. */
import type { Database } from "../../database/open.ts";
import { inTransaction } from "../../database/transaction.ts";
import { markDirty } from "../../normaliser/dirty-table.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { BaselineVersion } from "./baseline-versions.ts";
import { applyWish, type BaselinesWish } from "./baselines-answer.ts";
import { addBaselineVersion, type NewBaselines, newestBaselines } from "./baselines-table.ts";
import { putEarlierWorkOn } from "./learning/first-version.ts";
import { sessionsStartedSince } from "./restate-table.ts";

/**
 * Keeps an organization's first learned version, and puts its earlier work on it.
 *
 * @param transaction - the transaction that holds all of it
 */
export async function putFirstInForce(transaction: Database, made: NewBaselines): Promise<void> {
  const version = await addBaselineVersion(transaction, made);
  await putEarlierWorkOn(transaction, { organization: made.organization, version, now: made.createdAt });
}

/**
 * Keeps a version; sub-sessions that started before it existed are computed again.
 *
 * @param transaction - A transaction.
 */
export async function putInForce(transaction: Database, made: NewBaselines): Promise<BaselineVersion> {
  const { organization, inForceFrom } = made;
  const version = await addBaselineVersion(transaction, made);
  const since = await sessionsStartedSince(transaction, organization, inForceFrom);
  await markDirty(
    transaction,
    since.map((session) => ({ organization, session, sequence: 0 })),
  );
  return version;
}

/** What an admin asks for. */
export interface BaselinesRequest {
  organization: string;
  wish: BaselinesWish;
}

/** Makes what an admin set the organization's newest version, in force from now on. */
export async function setBaselines(
  database: Database,
  { organization, wish }: BaselinesRequest,
  now: Instant,
): Promise<BaselineVersion> {
  return inTransaction(database, "full", async (transaction) => {
    const before = await newestBaselines(transaction, organization);
    const baselines = applyWish(before.baselines, wish);
    return putInForce(transaction, {
      organization,
      source: "set",
      createdAt: now,
      inForceFrom: now,
      learnedFrom: null,
      baselines,
    });
  });
}
