/** Finishes purges: goes over what was still on its way when they were begun, and over what came back. */
import { inTransaction } from "../../database/transaction.ts";
import { hasCaughtUp } from "../../normaliser/caught-up.ts";
import type { Log } from "../../vocabulary/log.ts";
import { restFor, restUpTo, type Stage } from "../../vocabulary/stage.ts";
import { SECOND, type Milliseconds } from "../../vocabulary/units.ts";
import { type Purge, type PurgeProgress, savePurge, selectPurges } from "./journal-table.ts";
import { deleteUnnamed } from "./person-table.ts";
import { type PurgeParts, runPurge } from "./purge.ts";

/** What the stage works with. */
export interface KeepPurgingParts extends PurgeParts {
  /** Asks how far the stream goes. Fails: an exception while its server does not answer. */
  lastSequence(): Promise<number>;
  log: Log;
}

const LOOK_EVERY_MS: Milliseconds = 2 * SECOND;
/** The command that begins a purge wakes it. */
const IDLE_MS: Milliseconds = 30 * SECOND;
/** By then every request that arrived before a purge was begun is in the stream, or was refused. */
const ARRIVED_BY_MS: Milliseconds = 5 * SECOND;

export function purgingStage(parts: KeepPurgingParts): Stage {
  return {
    name: "purges",
    failing: "a purge could not be finished; it is tried again",
    async step({ goAhead }) {
      await goAhead();
      await finishPurges({ ...parts, goAhead });
      const isUnfinished = (await selectPurges(parts.database)).some(({ done }) => !done);
      return isUnfinished ? restFor(LOOK_EVERY_MS) : restUpTo(IDLE_MS, { leastMs: LOOK_EVERY_MS });
    },
  };
}

/** Looks once at every purge that is not finished. */
export async function finishPurges(parts: KeepPurgingParts): Promise<void> {
  for (const purge of await selectPurges(parts.database)) if (!purge.done) await finish(parts, purge);
}

async function finish(parts: KeepPurgingParts, purge: Purge & PurgeProgress): Promise<void> {
  const { database, clock, log } = parts;
  if (purge.streamedThrough === null) {
    if (clock() < purge.purgedAt + ARRIVED_BY_MS) return;
    const streamedThrough = await parts.lastSequence();
    await inTransaction(database, "full", (transaction) =>
      savePurge(transaction, { ...purge, streamedThrough }),
    );
    return;
  }
  if (!(await hasCaughtUp(database, purge.streamedThrough))) return; // only then it is known whose everything is
  const { records, sessions } = await runPurge(parts, purge);
  const reached = (await selectPurges(database)).find(({ id }) => id === purge.id) ?? purge;
  await inTransaction(database, "full", async (transaction) => {
    await deleteUnnamed(transaction, purge.developers);
    await savePurge(transaction, { ...reached, done: true });
  });
  log.info("finished a purge", { purge: purge.id, records, sessions });
}
