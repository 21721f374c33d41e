/** Packs days that are over, so that a large team's month is added up fast. */
import type { Database } from "../../database/open.ts";
import { inTransaction } from "../../database/transaction.ts";
import { DAY, type Milliseconds } from "../../vocabulary/units.ts";
import { usageDayOf } from "./usage-day.ts";
import { findUnpackedUsage, savePackedUsage } from "./usage-days-table.ts";
import { readUsed } from "./usage-table.ts";
import { USAGE_VERSION } from "./usage.ts";

/** Gives: how many days were packed, one at most: a team's day takes a while. */
export async function packNextUsage(database: Database, now: Milliseconds): Promise<number> {
  const today = Math.floor(now / DAY);
  const place = await findUnpackedUsage(database, { before: today, packedBy: USAGE_VERSION });
  if (place === null) return 0;
  const { organization, day } = place;
  await inTransaction(database, "normal", async (transaction) => {
    const window = { organization, developers: null, from: day * DAY, to: (day + 1) * DAY };
    const usage = usageDayOf(await readUsed(transaction, window));
    await savePackedUsage(transaction, place, { usage, packedBy: USAGE_VERSION });
  });
  return 1;
}
