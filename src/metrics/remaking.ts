/** Rows that were thrown away and are being rebuilt: the time in which answers from them would be incomplete. */
import type { Database } from "../database/open.ts";
import { inTransaction } from "../database/transaction.ts";
import { isNothing, readLeft } from "../normaliser/caught-up.ts";
import { OVER, restFor, type Stage } from "../vocabulary/stage.ts";
import type { Milliseconds } from "../vocabulary/units.ts";
import { readNewestSequence } from "../books/lag-table.ts";
import { forgetPosition, readPosition, savePosition } from "../books/progress-table.ts";

/** What is left to do of what was there when the rows were thrown away. */
export interface Remaking {
  records: number;
  sessions: number;
}

/**
 * Notes that everything written by now has to be rebuilt.
 *
 * @param transaction - The transaction that throws rows away.
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

/** Takes the note away once every row is there: what is rebuilt later has its rows meanwhile. */
export async function endRemaking(database: Database): Promise<{ over: boolean }> {
  return inTransaction(database, "normal", async (transaction) => {
    const over = (await readRemaking(transaction)) === null;
    if (over) await forgetPosition(transaction, "remaking");
    return { over };
  });
}

const LOOK_EVERY_MS: Milliseconds = 250;

/** Looks until everything is there. */
export function remakingStage(database: Database): Stage {
  return {
    name: "remaking",
    failing: "could not find out whether all rows are there again; it is tried again",
    step: async () => ((await endRemaking(database)).over ? OVER : restFor(LOOK_EVERY_MS)),
  };
}
