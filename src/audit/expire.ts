/** Removes old entries of the audit log; a checkpoint keeps where each chain went on. */
import type { Database } from "../database/open.ts";
import { inTransaction } from "../database/transaction.ts";
import type { Instant } from "../vocabulary/units.ts";
import { removeEntries, selectChains, selectEntriesAfter } from "./audit-table.ts";
import { forgetUnnamed } from "./subjects-table.ts";

/** In one transaction. */
const AT_ONCE = 2_000;

/**
 * Removes the oldest entries of every chain up to the first that is younger.
 *
 * @returns How many were removed.
 */
export async function expireAudit(database: Database, before: Instant): Promise<number> {
  let removed = 0;
  for (const organization of await selectChains(database))
    removed += await expireChain(database, { organization, before });
  return removed;
}

interface Expiring {
  organization: string;
  before: Instant;
}

async function expireChain(database: Database, expiring: Expiring): Promise<number> {
  const { organization, before } = expiring;
  // every minute, and nearly always there is nothing to remove: no transaction holds up others for that
  const [oldest] = await selectEntriesAfter(database, { organization, after: 0, limit: 1 });
  if (oldest === undefined || oldest.at >= before) return 0;
  let removed = 0;
  for (let taken = AT_ONCE; taken === AT_ONCE; removed += taken)
    taken = await inTransaction(database, "full", (transaction) => expireSome(transaction, expiring));
  return removed;
}

async function expireSome(transaction: Database, { organization, before }: Expiring): Promise<number> {
  const oldest = await selectEntriesAfter(transaction, { organization, after: 0, limit: AT_ONCE });
  const younger = oldest.findIndex(({ at }) => at >= before);
  const count = younger === -1 ? oldest.length : younger;
  const last = oldest[count - 1];
  if (last === undefined) return 0;
  await removeEntries(transaction, last);
  await forgetUnnamed(transaction, { organization, before });
  return count;
}
