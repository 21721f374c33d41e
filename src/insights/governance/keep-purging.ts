/** Finishes purges: goes over what was still on its way when they were begun, and over what came back. */
import { type Database, engineOf } from "../../database/engine.ts";
import { inTransaction } from "../../database/transaction.ts";
import { hasCaughtUp } from "../../normaliser/caught-up.ts";
import type { Log } from "../../vocabulary/log.ts";
import { type Pace, restFor, restUpTo, type Stage, UNHURRIED } from "../../vocabulary/stage.ts";
import { SECOND, type Milliseconds } from "../../vocabulary/units.ts";
import { sweepRemoved } from "../../writer/upkeep/sweep.ts";
import { selectRemoved } from "../../writer/upkeep/table.ts";
import { type Purge, type PurgeProgress, savePurge, selectPurges } from "./journal-table.ts";
import { deleteUnnamed } from "./person-table.ts";
import { type PurgeParts, runPurge } from "./purge.ts";
import { onlyHeld } from "../../database/leases/held-table.ts";

/** What the stage works with. */
export interface KeepPurgingParts extends PurgeParts {
  /**
   * Asks how far the stream goes.
   *
   * @throws An exception while its server does not answer.
   */
  lastSequence(): Promise<number>;
  log: Log;
}

const LOOK_EVERY_MS: Milliseconds = 2 * SECOND;
/** The command that begins a purge wakes it. */
const IDLE_MS: Milliseconds = 30 * SECOND;
/** By then every request that arrived before a purge was begun is in the stream, or was refused. */
const ARRIVED_BY_MS: Milliseconds = 5 * SECOND;

export function purgingStage(parts: KeepPurgingParts): Stage {
  const purging = new Purging(parts);
  return {
    name: "purges",
    failing: "a purge could not be finished; it is tried again",
    async step(pace) {
      await pace.goAhead();
      await purging.look(pace);
      const isUnfinished = (await ownPurges(parts.database)).some(({ done }) => !done);
      return isUnfinished ? restFor(LOOK_EVERY_MS) : restUpTo(IDLE_MS, { leastMs: LOOK_EVERY_MS });
    },
  };
}

/** A purge is the work of the engine that has its organization. */
async function ownPurges(database: Database): Promise<readonly (Purge & PurgeProgress)[]> {
  return onlyHeld(database, await selectPurges(database), ({ organization }) => organization);
}

const NOT_OVERWRITTEN =
  "what deleted rows have left in the database's file is not overwritten; run VACUUM on it while no server runs";

/** A purge whose records and rows are gone; old files and old bytes may still be there. */
interface Emptied {
  records: number;
  sessions: number;
  /** Keys of the files that were waiting to be deleted when it was emptied. */
  files: readonly string[];
}

/** The way through the database's file, and for which purges it is gone. Indexes of words are packed before. */
interface Way {
  packing: "first" | "next" | "done";
  next: number;
  ids: ReadonlySet<string>;
}

/**
 * Takes each purge through its ends: rows and records, then the old files of rewritten objects, then what is left of
 * deleted rows in the database's file. Ended in between, it begins again at the next start.
 */
export class Purging {
  /** By the purge's id. */
  private readonly emptied = new Map<string, Emptied>();
  private scrubbing: Way | null = null;

  constructor(private readonly parts: KeepPurgingParts) {}

  /** Looks once at every purge that is not finished. */
  async look(pace: Pace = UNHURRIED): Promise<void> {
    // one that was begun is ended first: what other purges delete meanwhile would be behind it
    this.scrubbing ??= await this.emptyAll(pace);
    if (this.scrubbing === null || !(await this.scrubOrBeginAnew(this.scrubbing, pace))) return;
    const scrubbed = this.scrubbing.ids;
    this.scrubbing = null;
    for (const purge of await ownPurges(this.parts.database))
      if (scrubbed.has(purge.id)) await this.finish(purge);
  }

  /** Returns the way through the database's file that is to be gone now; null when none is. */
  private async emptyAll(pace: Pace): Promise<Way | null> {
    for (const purge of await ownPurges(this.parts.database)) if (!purge.done) await this.empty(purge, pace);
    const ids = await this.withoutFiles();
    return ids.size === 0 ? null : { packing: "first", next: 0, ids };
  }

  private async empty(purge: Purge & PurgeProgress, pace: Pace): Promise<void> {
    const { database, clock } = this.parts;
    if (this.emptied.has(purge.id)) return;
    if (purge.streamedThrough === null) {
      if (clock() < purge.purgedAt + ARRIVED_BY_MS) return;
      const streamedThrough = await this.parts.lastSequence();
      await inTransaction(database, "full", (transaction) =>
        savePurge(transaction, { ...purge, streamedThrough }),
      );
      return;
    }
    if (!(await hasCaughtUp(database, purge.streamedThrough))) return; // only then it is known whose everything is
    const { records, sessions } = await runPurge({ ...this.parts, goAhead: pace.goAhead }, purge);
    await inTransaction(database, "full", (transaction) => deleteUnnamed(transaction, purge.developers));
    this.emptied.set(purge.id, { records, sessions, files: await selectRemoved(database) });
  }

  /** Returns the purges of which no old file is left; readers that began before may be at those for a while. */
  private async withoutFiles(): Promise<ReadonlySet<string>> {
    if (this.emptied.size > 0) await sweepRemoved(this.parts);
    // by their names and not by the time of their removal: the clock may have been set back since
    const left = new Set(await selectRemoved(this.parts.database));
    const withoutFiles = [...this.emptied].filter(([, { files }]) => !files.some((file) => left.has(file)));
    return new Set(withoutFiles.map(([id]) => id));
  }

  /** A way that cannot be gone to its end is forgotten: purges that are begun meanwhile do not wait for it. */
  private async scrubOrBeginAnew(on: Way, pace: Pace): Promise<boolean> {
    try {
      return (await this.pack(on, pace)) && (await this.scrub(on, pace));
    } catch (error) {
      this.scrubbing = null;
      throw error;
    }
  }

  /** Returns false when the program stops. */
  private async pack(on: Way, { goAhead, stopping }: Pace): Promise<boolean> {
    const { database } = this.parts;
    while (on.packing !== "done" && !stopping.aborted) {
      await goAhead();
      const { packing } = on;
      const step = await inTransaction(database, "normal", (transaction) =>
        engineOf(transaction).packWords(transaction, packing),
      );
      on.packing = step === "done" ? "done" : "next";
    }
    return on.packing === "done";
  }

  /** Returns false when a reader was in the way, or the program stops; it goes on there the next time. */
  private async scrub(on: Way, { goAhead, stopping }: Pace): Promise<boolean> {
    const { database, log } = this.parts;
    while (!stopping.aborted) {
      await goAhead();
      const step = await engineOf(database).scrub(database, on.next);
      if (step.kind === "unsupported") log.warning(NOT_OVERWRITTEN, { reason: step.reason });
      if (step.kind !== "more") return step.kind !== "held";
      on.next = step.next;
    }
    return false;
  }

  private async finish(purge: Purge & PurgeProgress): Promise<void> {
    const { database, log } = this.parts;
    const { records = 0, sessions = 0 } = this.emptied.get(purge.id) ?? {};
    this.emptied.delete(purge.id);
    await inTransaction(database, "full", (transaction) => savePurge(transaction, { ...purge, done: true }));
    log.info("finished a purge", { purge: purge.id, records, sessions });
  }
}
