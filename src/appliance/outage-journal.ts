/** Keeps the journal of outages while the appliance runs, and finds out at its start how long it was away. */
import { isoTime } from "../vocabulary/times.ts";
import { appendFile } from "node:fs/promises";
import type { Clock } from "../vocabulary/clock.ts";
import { NoteFile } from "../vocabulary/notes/note-file.ts";
import { type Instant, type Milliseconds, SECOND } from "../vocabulary/units.ts";
import { NOTE_BYTES, type Outage, readOutageNote, type Why } from "./outages.ts";
import { outageNotePath, outagesPath } from "./layout.ts";

const BEAT_MS: Milliseconds = 5 * SECOND;
/** A process that slept so long was frozen, or its machine was. */
const FROZEN_MS: Milliseconds = 4 * BEAT_MS;

/** The journal of a running appliance. A power failure may cost the note a few seconds, which then count as an outage. */
export class OutageJournal {
  private readonly note: NoteFile;
  private readonly beating: Timer;
  private refusing: { from: Instant; to: Instant; why: Why } | null = null;
  /** Outages that could not be written yet: the disk may be full, which is itself one. */
  private unwritten: Outage[] = [];
  private isSaved = true;
  private saving: Promise<void> | null = null;
  private aliveAt: Instant;
  private closed = false;

  private constructor(
    private readonly directory: string,
    private readonly clock: Clock,
  ) {
    this.aliveAt = clock();
    this.note = NoteFile.open(outageNotePath(directory), NOTE_BYTES);
    this.beating = setInterval(() => void this.beat(), BEAT_MS);
  }

  /** Opens the journal, right before requests are taken: since an earlier note was written nothing was. */
  static async open(directory: string, clock: Clock): Promise<OutageJournal> {
    const before = readOutageNote(directory);
    const journal = new OutageJournal(directory, clock);
    if (before !== null) {
      const from = before.refusing?.from ?? before.aliveAt;
      journal.add({ from: Date.parse(from), to: clock(), why: "down" });
    }
    await journal.save();
    return journal;
  }

  /**
   * Notes that a request was refused.
   *
   * @returns When the first of them is noted.
   */
  async refused(why: Why): Promise<void> {
    if (this.closed) return;
    const now = this.clock();
    if (this.refusing !== null) return void (this.refusing.to = now);
    this.refusing = { from: now, to: now, why };
    return this.save();
  }

  /** Nothing is taken from now on. */
  async close(): Promise<void> {
    clearInterval(this.beating);
    this.closed = true;
    await this.beat();
    await this.note.close();
  }

  private beat(): Promise<void> {
    const now = this.clock();
    if (now - this.aliveAt > FROZEN_MS) this.add({ from: this.aliveAt, to: now, why: "down" });
    this.aliveAt = now;
    // a clock that was set back would otherwise keep it open
    if (this.refusing !== null && (now < this.refusing.to || now - this.refusing.to >= BEAT_MS)) {
      this.add(this.refusing);
      this.refusing = null;
    }
    return this.save();
  }

  private add({ from, to, why }: { from: Instant; to: Instant; why: Why }): void {
    if (to < from) return; // the clock was set back meanwhile
    this.unwritten.push({ from: isoTime(from), to: isoTime(to), why });
  }

  /** Not in the calling thread, and one save at a time, however long a disk that hangs takes for it. */
  private save(): Promise<void> {
    this.isSaved = false;
    this.saving ??= this.saveAll();
    return this.saving;
  }

  /** The journal goes first: what is no longer in the note must be there. */
  private async saveAll(): Promise<void> {
    try {
      while (!this.isSaved) {
        this.isSaved = true;
        await this.writeOutages();
        await this.writeNote();
      }
    } finally {
      this.saving = null;
    }
  }

  private async writeOutages(): Promise<void> {
    const { length } = this.unwritten;
    if (length === 0) return;
    const lines = this.unwritten.map((outage) => `${JSON.stringify(outage)}\n`).join("");
    if (await isWritten(appendLines(outagesPath(this.directory), lines))) this.unwritten.splice(0, length);
  }

  private async writeNote(): Promise<void> {
    const refusing = this.refusing && {
      from: isoTime(this.refusing.from),
      to: isoTime(this.refusing.to),
      why: this.refusing.why,
    };
    await isWritten(this.note.write(JSON.stringify({ aliveAt: isoTime(this.aliveAt), refusing })));
  }
}

/** A disk that takes nothing, or a process with too many open files, must not end ingest; the next beat tries again, and readiness reports the disk. */
async function isWritten(writing: Promise<unknown>): Promise<boolean> {
  try {
    await writing;
    return true;
  } catch (error) {
    if (!DISK_PROBLEMS.has((error as NodeJS.ErrnoException).code ?? ""))
      throw new Error("writing the journal of outages", { cause: error });
    return false;
  }
}

const DISK_PROBLEMS = new Set(["ENOSPC", "EDQUOT", "EIO", "EROFS", "EMFILE", "ENFILE"]);

/** A full disk or a lost power may have cut the line before: what follows must not be read as its end. */
async function appendLines(path: string, lines: string): Promise<void> {
  const file = Bun.file(path);
  const isCut = file.size > 0 && (await file.slice(file.size - 1).text()) !== "\n";
  await appendFile(path, isCut ? `\n${lines}` : lines, { mode: 0o600, flush: true });
}
