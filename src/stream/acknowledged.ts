/**
 * How much was ever acknowledged, by publisher, noted in a file outside the stream.
 *
 * The totals in the messages vanish with them: after a flipped bit the server serves what is before it as if
 * nothing else had ever been there. What this note counts beyond that is lost, and is reported. Each process that ingests
 * keeps a note of its own.
 */
import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Clock } from "../vocabulary/clock.ts";
import { describeError, type Log } from "../vocabulary/log.ts";
import { type Bytes, type Milliseconds, SECOND } from "../vocabulary/units.ts";
import { NoteFile } from "../vocabulary/notes/note-file.ts";
import { subtract, sum, TOTALS, type Totals } from "./message.ts";

/** As it is in the file. */
const WRITTEN = z.object({
  publishers: z.record(z.string(), TOTALS),
  /** What the stream lost before it was written. */
  lost: TOTALS,
  /** When the newest loss was noticed; null when nothing was ever lost. */
  lostAt: z.number().nullable(),
});

/** What is noted. */
export interface Noted extends Omit<z.infer<typeof WRITTEN>, "publishers"> {
  /** By publisher: those of this start, and of earlier ones as long as their messages were not all written. */
  acknowledged: ReadonlyMap<string, Totals>;
}

const SYNC_EVERY_MS: Milliseconds = SECOND;
/** Whole blocks, as a rule one: no write leaves half of an earlier one. */
const BLOCK_BYTES: Bytes = 4096;

/** The note of running publishers. */
export interface AcknowledgedNote {
  /** Returns what is noted now. */
  readonly now: Noted;
  /**
   * Notes what of a publisher is acknowledged, in all.
   *
   * @returns When an acknowledgement may be passed on.
   */
  acknowledge(publisher: string, totals: Totals): Promise<void>;
  /**
   * Compares what is noted of a publisher with what is left, and says so aloud when the stream has lost
   * something.
   *
   * @param published - What it has published according to the stream and the database; none of its messages
   *   is on its way.
   */
  compare(publisher: string, published: Totals): void;
  /** Forgets a publisher that is over: all of it is written, or nobody can know any more. */
  forget(publisher: string): void;
  /** Puts it where it is kept and closes it. */
  close(withinMs: Milliseconds): Promise<void>;
}

/**
 * The note of a running publisher, in a file.
 *
 * It is written before an acknowledgement is passed on, and synced about once a second: the death of the process costs
 * it nothing, a power failure the last second, which then counts as never acknowledged.
 */
export class AcknowledgedFile implements AcknowledgedNote {
  private readonly file: NoteFile;
  private isSynced = true;
  private readonly syncing: Timer;

  private constructor(
    path: string,
    private noted: Noted,
    private readonly parts: { clock: Clock; log: Log },
  ) {
    this.file = NoteFile.open(path, BLOCK_BYTES);
    void this.write();
    this.syncing = setInterval(() => this.sync(), SYNC_EVERY_MS);
  }

  /** Opens the note, an empty one where there is none: nothing is known of what was before. */
  static open(path: string, parts: { clock: Clock; log: Log }): AcknowledgedFile {
    const read = readAcknowledged(path);
    if (read === "unreadable") parts.log.warning(UNREADABLE, { file: path });
    const known = read === null || read === "unreadable" ? null : read;
    return new AcknowledgedFile(path, known ?? EMPTY, parts);
  }

  get now(): Noted {
    return this.noted;
  }

  /** @returns When it is noted, or the disk has refused it. */
  acknowledge(publisher: string, totals: Totals): Promise<void> {
    const acknowledged = new Map(this.noted.acknowledged).set(publisher, totals);
    return this.change({ ...this.noted, acknowledged });
  }

  compare(publisher: string, published: Totals): void {
    const noted = this.noted.acknowledged.get(publisher);
    if (noted === undefined) return;
    const missing = subtract(noted, published);
    // fewer when an acknowledgement never came, or with the last second before a power failure
    if (missing.frames <= 0) return;
    this.parts.log.error(LOST, { requests: missing.frames, records: missing.records });
    const acknowledged = new Map(this.noted.acknowledged).set(publisher, published);
    void this.change({ acknowledged, lost: sum(this.noted.lost, missing), lostAt: this.parts.clock() });
  }

  forget(publisher: string): void {
    const acknowledged = new Map(this.noted.acknowledged);
    acknowledged.delete(publisher);
    void this.change({ ...this.noted, acknowledged });
  }

  async close(): Promise<void> {
    clearInterval(this.syncing);
    await this.file.sync().catch(() => {}); // a full disk; it was written all the same
    await this.file.close();
  }

  private change(noted: Noted): Promise<void> {
    this.noted = noted;
    return this.write();
  }

  private async write(): Promise<void> {
    try {
      await this.file.write(noteText(this.noted));
      this.isSynced = false;
    } catch (error) {
      // the message is acknowledged all the same, and the next one notes both
      this.parts.log.warning("could not note what was acknowledged", { reason: describeError(error) });
    }
  }

  private sync(): void {
    if (this.isSynced) return;
    this.isSynced = true;
    this.file.sync().catch(() => (this.isSynced = false)); // the next second tries again
  }
}

/** What is said of a loss. */
export const LOST =
  "the stream lost what was acknowledged and not yet written: its files were damaged or removed. Check the disk; " +
  "the rest goes on, and `scoring status` keeps the numbers";

const UNREADABLE =
  "the note of what was acknowledged cannot be read; a loss before this start cannot be noticed";

const EMPTY: Noted = { acknowledged: new Map(), lost: { frames: 0, records: 0 }, lostAt: null };

/** Returns the note as it is in its file. */
export function noteText({ acknowledged, lost, lostAt }: Noted): string {
  const publishers = Object.fromEntries(acknowledged);
  return JSON.stringify({ publishers, lost, lostAt } satisfies z.infer<typeof WRITTEN>);
}

/** Returns what is noted in the file, null when there is none. */
export function readAcknowledged(path: string): Noted | "unreadable" | null {
  try {
    return notedIn(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    const isAbsent = error instanceof Error && "code" in error && error.code === "ENOENT";
    return isAbsent ? null : "unreadable";
  }
}

function notedIn(written: unknown): Noted {
  const { publishers, lost, lostAt } = WRITTEN.parse(written);
  return { acknowledged: new Map(Object.entries(publishers)), lost, lostAt };
}
