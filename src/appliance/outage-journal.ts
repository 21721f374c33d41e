/** Keeps the journal of outages while the appliance runs, and finds out at its start how long it was away. */
import { appendFileSync, closeSync, constants, openSync, writeSync } from "node:fs";
import type { Clock } from "../vocabulary/clock.ts";
import { SECOND, type Milliseconds } from "../vocabulary/units.ts";
import { NOTE_BYTES, type Outage, readOutageNote, type Why } from "./outages.ts";
import { outageNotePath, outagesPath } from "./layout.ts";

const BEAT_MS: Milliseconds = 5 * SECOND;
/** A process that slept so long was frozen, or its machine was. */
const FROZEN_MS: Milliseconds = 4 * BEAT_MS;

/** The journal of a running appliance. A power failure may cost the note a few seconds, which then count as an outage. */
export class OutageJournal {
  private readonly note: number;
  private readonly beating: Timer;
  private refusing: { from: Milliseconds; to: Milliseconds; why: Why } | null = null;
  /** Outages that could not be written yet: the disk may be full, which is itself one. */
  private unwritten: Outage[] = [];
  private aliveAt: Milliseconds;
  private closed = false;

  private constructor(
    private readonly directory: string,
    private readonly clock: Clock,
  ) {
    this.aliveAt = clock();
    this.note = openSync(outageNotePath(directory), constants.O_RDWR | constants.O_CREAT, 0o600);
    this.beating = setInterval(() => this.beat(), BEAT_MS);
  }

  /** Opens the journal, right before requests are taken: since an earlier note was written nothing was. */
  static open(directory: string, clock: Clock): OutageJournal {
    const before = readOutageNote(directory);
    const journal = new OutageJournal(directory, clock);
    if (before !== null) {
      const from = before.refusing?.from ?? before.aliveAt;
      journal.add({ from: Date.parse(from), to: clock(), why: "down" });
    }
    journal.writeNote();
    return journal;
  }

  /** Notes that a request was refused. */
  refused(why: Why): void {
    if (this.closed) return;
    const now = this.clock();
    if (this.refusing !== null) return void (this.refusing.to = now);
    this.refusing = { from: now, to: now, why };
    this.writeNote();
  }

  /** Nothing is taken from now on. */
  close(): void {
    clearInterval(this.beating);
    this.beat();
    this.closed = true;
    closeSync(this.note);
  }

  private beat(): void {
    const now = this.clock();
    if (now - this.aliveAt > FROZEN_MS) this.add({ from: this.aliveAt, to: now, why: "down" });
    this.aliveAt = now;
    // a clock that was set back would otherwise keep it open
    if (this.refusing !== null && (now < this.refusing.to || now - this.refusing.to >= BEAT_MS)) {
      this.add(this.refusing);
      this.refusing = null;
    }
    this.writeNote();
    this.writeOutages();
  }

  private add({ from, to, why }: { from: Milliseconds; to: Milliseconds; why: Why }): void {
    if (to < from) return; // the clock was set back meanwhile
    this.unwritten.push({ from: instant(from), to: instant(to), why });
    this.writeOutages();
  }

  private writeOutages(): void {
    if (this.unwritten.length === 0) return;
    const lines = this.unwritten.map((outage) => `${JSON.stringify(outage)}\n`).join("");
    const append = () => appendFileSync(outagesPath(this.directory), lines, { mode: 0o600, flush: true });
    if (isWritten(append)) this.unwritten = [];
  }

  private writeNote(): void {
    const refusing = this.refusing && {
      from: instant(this.refusing.from),
      to: instant(this.refusing.to),
      why: this.refusing.why,
    };
    const text = JSON.stringify({ aliveAt: instant(this.aliveAt), refusing });
    isWritten(() => writeSync(this.note, text.padEnd(NOTE_BYTES - 1).concat("\n"), 0));
  }
}

/** A disk that takes nothing must not end ingest; the next beat tries again, and readiness tells of the disk. */
function isWritten(write: () => unknown): boolean {
  try {
    write();
    return true;
  } catch (error) {
    if (!DISK_PROBLEMS.has((error as NodeJS.ErrnoException).code ?? ""))
      throw new Error("writing the journal of outages", { cause: error });
    return false;
  }
}

const DISK_PROBLEMS = new Set(["ENOSPC", "EDQUOT", "EIO", "EROFS"]);

function instant(at: Milliseconds): string {
  return new Date(at).toISOString();
}
