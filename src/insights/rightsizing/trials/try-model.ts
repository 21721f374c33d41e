/** Begins to try a change of model, and takes that back. */
import type { Database } from "../../../database/open.ts";
import { fail, type Result, succeed } from "../../../vocabulary/result.ts";
import { isoTime } from "../../../vocabulary/times.ts";
import type { Instant } from "../../../vocabulary/units.ts";
import { recommendationId } from "../recommendation-id.ts";
import { deleteModelTrial, readModelTrialRows, saveModelTrial } from "./model-trials-table.ts";
import type { TriedChange } from "./trial-answer.ts";

/** More than a team can try at a time; each is counted when the page is read. */
export const MOST_MODEL_TRIALS = 20;

/**
 * Begins to try a change; one that is being tried goes on.
 *
 * @param transaction - A transaction.
 */
export async function tryModel(
  transaction: Database,
  { organizationId, change }: { organizationId: string; change: TriedChange },
  now: Instant,
): Promise<Result<{ id: string; begunAt: string }, { kind: "too_many" }>> {
  const id = recommendationId(change);
  const rows = await readModelTrialRows(transaction, organizationId);
  const known = rows.find(({ recommendation }) => recommendation === id);
  if (known !== undefined) return succeed({ id, begunAt: isoTime(known.begun_at) });
  if (rows.length >= MOST_MODEL_TRIALS) return fail({ kind: "too_many" });
  await saveModelTrial(transaction, {
    organization: organizationId,
    recommendation: id,
    change: JSON.stringify(change),
    begun_at: now,
  });
  return succeed({ id, begunAt: isoTime(now) });
}

/** @returns false when it is not being tried. */
export function endModelTrial(
  database: Database,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<boolean> {
  return deleteModelTrial(database, { organization: organizationId, recommendation: id });
}
