/** Retention: removes whole objects, the oldest first, once they are too old or all together too large. */
import type { Database } from "../../database/open.ts";
import { inTransaction } from "../../database/transaction.ts";
import { DAY, type Bytes, type Milliseconds } from "../../vocabulary/units.ts";
import { addToBooks, readPosition } from "../../books/progress-table.ts";
import { isListed, sessionsIn } from "../../catalogue/table.ts";
import type { UpkeepParts } from "./join.ts";
import { type ObjectOutline, selectOldest, selectOutlines, sumBytes, unlistObjects } from "./object-table.ts";
import { forgetDamage, noteRemoved, sealSessions } from "./table.ts";

/** How long raw records are kept. */
export interface Retention {
  /** Days since the end of the day on which they arrived. */
  days: number;
  /** Bytes of all objects; null for no bound. */
  maxBytes: Bytes | null;
}

/**
 * Removes the oldest object if it is due; its sessions are sealed, because their rows cannot be made again.
 *
 * Gives: what was removed, null when nothing is due. An object that is not examined yet is never due.
 */
export async function expireOldest(parts: UpkeepParts, retention: Retention): Promise<ObjectOutline | null> {
  const { database, clock } = parts;
  const examined = (await readPosition(database, "normaliser"))?.sequence ?? 0;
  const oldest = await selectOldest(database, examined);
  if (oldest === null) return null;
  const isTooMuch = retention.maxBytes !== null && (await sumBytes(database)) > retention.maxBytes;
  if (!isTooMuch && clock() < keptUntil(oldest, retention)) return null;
  return (await remove(parts, oldest)) ? oldest : null;
}

/** A joined object holds the records of a whole day. */
function keptUntil({ arrivedAt }: ObjectOutline, { days }: Retention): Milliseconds {
  return (Math.floor(arrivedAt / DAY) + 1 + days) * DAY;
}

/**
 * A record need not name its session: it may belong to one by its trace or its process, which records of other signals
 * name that came at the same time.
 */
async function sessionsOf(transaction: Database, object: ObjectOutline): Promise<string[]> {
  const { organization } = object;
  const together = await selectOutlines(transaction, { organization, overlapping: object });
  return sessionsIn(
    transaction,
    together.map(({ key }) => key),
  );
}

async function remove({ database, clock }: UpkeepParts, object: ObjectOutline): Promise<boolean> {
  const { key, organization, records } = object;
  return inTransaction(database, "full", async (transaction) => {
    if (!(await isListed(transaction, key))) return false;
    const sessions = await sessionsOf(transaction, object);
    await sealSessions(transaction, { organization, sessions, sealedAt: clock() });
    await unlistObjects(transaction, [key]);
    await forgetDamage(transaction, [key]);
    await noteRemoved(transaction, [key], clock());
    await addToBooks(transaction, "expired", { frames: 0, records });
    return true;
  });
}
