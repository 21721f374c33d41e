/** The writer's loop: takes batches from the stream for as long as it runs. */
import { type Attempts, UNNOTED } from "../attempts/attempts.ts";
import type { Database } from "../database/open.ts";
import type { ObjectStore } from "../objects/file-store.ts";
import type { Redactor } from "../privacy/redactor.ts";
import { type Batch, type StreamReader, thingOf } from "../stream/consume.ts";
import { describeError, type Log } from "../vocabulary/log.ts";
import { SECOND, type Milliseconds } from "../vocabulary/units.ts";
import { readHashes, readPosition } from "../books/progress-table.ts";
import { RecentHashes } from "./recent-hashes.ts";
import { writeBatch, type WriterParts, type Written } from "./write-batch.ts";

const LONGEST_WAIT_MS: Milliseconds = 5 * SECOND;

/** What the loop works with, and whom it tells. */
export interface KeepWritingParts {
  database: Database;
  objects: ObjectStore;
  /** Where what cannot become records is kept. */
  quarantine: ObjectStore;
  redactor: Redactor;
  reader: StreamReader;
  streamCreatedAt: string;
  log: Log;
  /** Where it is noted which messages are written; nowhere when absent. */
  attempts?: Attempts;
  /** Returns when it is this stage's turn to work. */
  turn(): Promise<void>;
  /** Called after each batch that brought something new. */
  written(outcome: Written): void;
  /** Called with the reason while a store does not take a batch, and with null when it does again. */
  stuck(reason: string | null): void;
}

/** Writes until the reader is closed; a batch that a store refuses is tried again until it is taken. */
export async function keepWriting(parts: KeepWritingParts): Promise<void> {
  const { database, reader } = parts;
  const recent = new RecentHashes(await readHashes(database));
  const known = await readPosition(database, "writer");
  let position = known?.sequence ?? 0;
  for (let batch = await reader.next(); batch !== null; batch = await reader.next()) {
    await parts.turn();
    const outcome = await writeUntilTaken({ ...parts, recent }, batch, position);
    if (outcome === null) continue;
    position = outcome.sequence;
    tellSetAside(parts.log, outcome);
    parts.written(outcome);
  }
}

/** Once for a batch: what a bug does to one request it may do to all that are like it. */
function tellSetAside(log: Log, { setAside }: Written): void {
  const [first] = setAside;
  if (first === undefined) return;
  log.error(SET_ASIDE, { files: setAside.length, first: first.name, reason: first.reason });
}

const SET_ASIDE =
  "could not turn what was received into records; it is kept whole in the data directory's quarantine folder: " +
  "report this as a bug with the reason, keep the files, and see Quarantine in docs/operations.md";

async function writeUntilTaken(
  parts: KeepWritingParts & WriterParts,
  batch: Batch,
  position: number,
): Promise<Written | null> {
  const attempts = parts.attempts ?? UNNOTED;
  const things = [...batch.deliveries, ...batch.broken].map(({ sequence }) => thingOf(sequence));
  for (let waitMs = 50; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    try {
      attempts.begin(things);
      const outcome = await writeBatch(parts, batch, position);
      attempts.done(things);
      parts.stuck(null);
      return outcome;
    } catch (error) {
      attempts.rest();
      const reason = describeError(error);
      parts.log.error("could not write a batch; it stays in the stream and is tried again", {
        reason,
        waitMs,
      });
      parts.stuck(reason);
      if (parts.reader.isClosed()) return null;
      await Bun.sleep(waitMs);
    }
  }
}
