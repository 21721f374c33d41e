/** What follows from an object that was taken in. */
import { engineOf } from "../../database/engine.ts";
import type { Database } from "../../database/open.ts";
import { reopenPurges } from "../../insights/governance/journal-table.ts";
import { addRescore } from "../../normaliser/rescore/rescore-table.ts";
import type { TakenIn } from "../../writer/upkeep/adopt.ts";
import { forgetDerived } from "../rebuild/forget-derived.ts";

/**
 * Has purges gone through again, because what they took out may have come back, and has examined what the normaliser does
 * not come to any more: where engines share the database, rows stay until each of them has examined its own.
 */
export async function followAdoption(transaction: Database, { object, isBehind }: TakenIn): Promise<void> {
  await reopenPurges(transaction);
  if (!isBehind) return;
  if (!engineOf(transaction).isShared) return forgetDerived(transaction);
  const from = Math.min(...object.frames.map(({ leastMs }) => leastMs));
  const to = Math.max(...object.frames.map(({ greatestMs }) => greatestMs)) + 1;
  await addRescore(transaction, { from, to }, { organization: object.organization, partOf: null });
}
