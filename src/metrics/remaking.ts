/** Rows that were deleted and are being rebuilt. Until that is done, responses from them would be incomplete. */
import type { Database } from "../database/open.ts";
import { inTransaction } from "../database/transaction.ts";
import { isNothing, readLeft } from "../normaliser/caught-up.ts";
import { OVER, restFor, type Stage } from "../vocabulary/stage.ts";
import type { Milliseconds } from "../vocabulary/units.ts";
import { readNewestSequence } from "../books/lag-table.ts";
import { forgetPosition, readPosition, savePosition } from "../books/progress-table.ts";

/** How much of what existed when the rows were deleted is still to do. */
export interface Remaking {
  records: number;
  sessions: number;
}

/**
 * Notes that everything written by now has to be rebuilt.
 *
 * @param transaction - The transaction that deletes rows.
 */
export async function beginRemaking(transaction: Database): Promise<void> {
  // without objects, only sealed sessions may wait
  const sequence = (await readNewestSequence(transaction)) ?? 0;
  // a place in the catalogue, which outlives streams
  await savePosition(transaction, "remaking", { streamCreatedAt: "", sequence });
}

/** Returns null when every row is there. */
export async function readRemaking(database: Database): Promise<Remaking | null> {
  const until = await readPosition(database, "remaking");
  if (until === null) return null;
  const left = await readLeft(database, until.sequence);
  const { unexamined, unmeasured } = left;
  return isNothing(left) ? null : { records: unexamined.records, sessions: unmeasured.sessions };
}

/** Deletes the note once every row exists; later rebuilds keep their rows meanwhile. */
export async function endRemaking(database: Database): Promise<{ over: boolean }> {
  return inTransaction(database, "normal", async (transaction) => {
    const over = (await readRemaking(transaction)) === null;
    if (over) await forgetPosition(transaction, "remaking");
    return { over };
  });
}

const LOOK_EVERY_MS: Milliseconds = 250;

/** Checks until every row exists. */
export function remakingStage(database: Database): Stage {
  return {
    name: "remaking",
    failing: "could not check whether all rows are rebuilt; it is tried again",
    step: async () => ((await endRemaking(database)).over ? OVER : restFor(LOOK_EVERY_MS)),
  };
}
