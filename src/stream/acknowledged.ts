/**
 * How much was ever acknowledged, noted in a file outside the stream.
 *
 * The stream's own totals vanish with the messages that carry them: after a flipped bit its server serves what stands
 * before it as if nothing else had ever been there. What this note counts beyond that is lost, and is told.
 */
import { closeSync, constants, fdatasync, openSync, readFileSync, writeSync } from "node:fs";
import { z } from "zod";
import type { Clock } from "../vocabulary/clock.ts";
import { describeError, type Log } from "../vocabulary/log.ts";
import { type Bytes, type Milliseconds, SECOND } from "../vocabulary/units.ts";
import { subtract, sum, TOTALS, type Totals } from "./message.ts";

/** What one publisher has noted. */
const NOTED = z.object({
  acknowledged: TOTALS,
  /** Of these, what the stream lost before it was written. */
  lost: TOTALS,
  /** When the newest loss was noticed; null when nothing was ever lost. */
  lostAt: z.number().nullable(),
});
export type Noted = z.infer<typeof NOTED>;

const SYNC_EVERY_MS: Milliseconds = SECOND;
/** Always the same length, in one block of the disk: no write leaves half of an earlier one. */
const NOTE_BYTES: Bytes = 256;

/**
 * The note of a running publisher.
 *
 * It is written at each acknowledgement and synced about once a second: the death of the process costs it nothing, a
 * power failure the last second, which then counts as never acknowledged.
 */
export class AcknowledgedNote {
  private readonly file: number;
  private isSynced = true;
  private readonly syncing: Timer;

  private constructor(
    path: string,
    private noted: Noted,
    private readonly parts: { clock: Clock; log: Log },
  ) {
    this.file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    this.write();
    this.syncing = setInterval(() => this.sync(), SYNC_EVERY_MS);
  }

  /** Takes: `published`, what a note made anew begins with, because all before it is beyond telling. */
  static open(path: string, published: Totals, parts: { clock: Clock; log: Log }): AcknowledgedNote {
    const read = readAcknowledged(path);
    if (read === "unreadable") parts.log.warning(UNREADABLE, { file: path });
    const known = read === null || read === "unreadable" ? null : read;
    return new AcknowledgedNote(path, known ?? startingFrom(published), parts);
  }

  /** Gives: what is noted now. */
  get now(): Noted {
    return this.noted;
  }

  /** Counts a message that was acknowledged for the first time. */
  add(counted: Totals): void {
    this.noted = { ...this.noted, acknowledged: sum(this.noted.acknowledged, counted) };
    this.write();
  }

  /**
   * Compares the note with what the stream tells, and says so aloud when the stream has lost something.
   *
   * Takes: what was published up to the stream's end; no message is on its way.
   */
  agree(published: Totals): void {
    const { acknowledged, lost } = this.noted;
    const known = sum(published, lost);
    const missing = subtract(acknowledged, known);
    // a message whose acknowledgement never came, or the last second before a power failure
    if (missing.frames <= 0) return this.change({ ...this.noted, acknowledged: known });
    const all = sum(lost, missing);
    this.parts.log.error(LOST, { requests: missing.frames, records: missing.records });
    this.change({ acknowledged, lost: all, lostAt: this.parts.clock() });
  }

  /** Counts on from here: the totals were restored with an older database, and cannot be compared. */
  startAnew(published: Totals): void {
    const { lost, lostAt } = this.noted;
    this.change({ acknowledged: sum(published, lost), lost, lostAt });
  }

  /** Puts it on disk and closes it. */
  async close(): Promise<void> {
    clearInterval(this.syncing);
    await new Promise<void>((done) => fdatasync(this.file, () => done()));
    closeSync(this.file);
  }

  private change(noted: Noted): void {
    this.noted = noted;
    this.write();
  }

  private write(): void {
    try {
      writeSync(
        this.file,
        JSON.stringify(this.noted)
          .padEnd(NOTE_BYTES - 1)
          .concat("\n"),
        0,
      );
      this.isSynced = false;
    } catch (error) {
      // the message is acknowledged all the same, and the next one notes both
      this.parts.log.warning("could not note what was acknowledged", { reason: describeError(error) });
    }
  }

  private sync(): void {
    if (this.isSynced) return;
    this.isSynced = true;
    fdatasync(this.file, (error) => {
      if (error !== null) this.isSynced = false; // the next second tries again
    });
  }
}

const LOST =
  "the stream lost what was acknowledged and not yet written: its files were damaged or removed. Check the disk; " +
  "the rest goes on, and `scoring status` keeps the numbers";

const UNREADABLE =
  "the note of what was acknowledged cannot be read; a loss before this start cannot be told";

function startingFrom(published: Totals): Noted {
  return { acknowledged: published, lost: { frames: 0, records: 0 }, lostAt: null };
}

/** Gives: what is noted in the file, null when there is none. */
export function readAcknowledged(path: string): Noted | "unreadable" | null {
  try {
    return NOTED.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    const isAbsent = error instanceof Error && "code" in error && error.code === "ENOENT";
    return isAbsent ? null : "unreadable";
  }
}
