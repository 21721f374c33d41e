/** The writer's stage: takes batches from the stream, one after the other. */
import { type Attempts, UnnotedAttempts } from "../attempts/attempts.ts";
import { readHashes, readPosition } from "../books/progress-table.ts";
import type { Database } from "../database/open.ts";
import type { ObjectStore } from "../objects/object-store.ts";
import type { Redactor } from "../privacy/redactor.ts";
import { type Batch, type StreamReader, nameOfMessage } from "../stream/consume.ts";
import type { Log } from "../vocabulary/log.ts";
import type { ClockWatch } from "./arrivals/clock-watch.ts";
import { MORE, OVER, type Pace, type Stage, type Step } from "../vocabulary/stage.ts";
import { RecentHashes } from "./recent-hashes.ts";
import { writeBatch, type WriterParts, type Written } from "./write-batch.ts";

/** What the stage works with, and who hears of it. */
export interface WritingParts {
  database: Database;
  objects: ObjectStore;
  /** Where what cannot become records is kept. */
  quarantine: ObjectStore;
  redactor: Redactor;
  reader: StreamReader;
  clockWatch: ClockWatch;
  streamCreatedAt: string;
  log: Log;
  /** Where it is noted which messages are written; nowhere when absent. */
  attempts?: Attempts;
  /** Called after each batch that brought something new. */
  written(outcome: Written): void;
}

/** Writes until the reader is closed; a batch that a store refuses is tried again until it is taken. */
export function writingStage(parts: WritingParts): Stage {
  const writing = new Writing(parts);
  return {
    name: "writer",
    failing: "could not write a batch; it stays in the stream and is tried again",
    goesFirst: true,
    step: (pace) => writing.step(pace),
  };
}

/** What the database says of all that is written. */
interface Known {
  recent: RecentHashes;
  position: number;
}

/** What the writer keeps in mind from one batch to the next. */
class Writing {
  private known: Known | null = null;
  /** Taken from the stream and not written yet: the stream hands nothing out twice to the same reader. */
  private batch: Batch | null = null;

  constructor(private readonly parts: WritingParts) {}

  async step({ goAhead, stopping }: Pace): Promise<Step> {
    const { reader, log, written } = this.parts;
    const known = (this.known ??= await this.begin(stopping));
    this.batch ??= await reader.next();
    if (this.batch === null) return OVER;
    await goAhead();
    const outcome = await this.write(known, this.batch);
    this.batch = null;
    if (outcome === null) return MORE;
    known.position = outcome.sequence;
    reportSetAside(log, outcome);
    written(outcome);
    return MORE;
  }

  private async begin(stopping: AbortSignal): Promise<Known> {
    const { database } = this.parts;
    const recent = new RecentHashes(await readHashes(database));
    const known = await readPosition(database, "writer");
    stopping.addEventListener("abort", this.close); // once, however often this begins
    if (stopping.aborted) this.close();
    return { recent, position: known?.sequence ?? 0 };
  }

  private readonly close = (): void => this.parts.reader.close();

  /** What failed may have been committed, and only the answer was lost: what is known is read again. */
  private async write({ recent, position }: Known, batch: Batch): Promise<Written | null> {
    try {
      return await write({ ...this.parts, recent }, batch, position);
    } catch (error) {
      this.known = null;
      throw error;
    }
  }
}

/** Once for a batch: what a bug does to one request it may do to all that are like it. */
function reportSetAside(log: Log, { setAside }: Written): void {
  const [first] = setAside;
  if (first === undefined) return;
  log.error(SET_ASIDE, { files: setAside.length, first: first.name, reason: first.reason });
}

const SET_ASIDE =
  "could not turn what was received into records; it is kept whole in the quarantine folder, of the data directory or of the bucket: " +
  "report this as a bug with the reason, keep the files, and see Quarantine in docs/operations.md";

async function write(
  parts: WritingParts & WriterParts,
  batch: Batch,
  position: number,
): Promise<Written | null> {
  const attempts = parts.attempts ?? new UnnotedAttempts();
  const things = [...batch.deliveries, ...batch.broken].map(({ sequence }) => nameOfMessage(sequence));
  const waiting = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    attempts.rest();
    const value = await work();
    attempts.begin(things);
    return value;
  };
  attempts.begin(things);
  try {
    const outcome = await writeBatch({ ...parts, waiting }, batch, position);
    attempts.done(things);
    return outcome;
  } finally {
    attempts.rest();
  }
}
