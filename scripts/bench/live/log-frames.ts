/**
 * Follows the database's write-ahead log while the program writes it, and notes which pages are written.
 *
 * The log is written from its beginning again after each time that it is written back into the database; frames of the
 * round before carry its salt, so none of them is counted twice.
 *
 * @see https://www.sqlite.org/fileformat2.html#the_write_ahead_log
 */
import { closeSync, openSync, readSync } from "node:fs";

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const LOOK_EVERY_MS = 20;

/** How often one page was written. */
export interface PageWrites {
  /** Into the log. */
  logged: number;
  /** Back into the database: once for each round of the log that has it. */
  writtenBack: number;
}

/** What was written while the log was followed. */
export interface LogWrites {
  pageBytes: number;
  pages: Map<number, PageWrites>;
  /** Rounds of the log that came and went between two looks; nothing is known of them. */
  missedRounds: number;
}

interface Round {
  pageBytes: number;
  number: number;
  salt: bigint;
}

/** Looks at the log again and again until it is stopped. */
export class LogFrames {
  private round: Round | null = null;
  private frames = 0;
  private ofThisRound = new Set<number>();
  private readonly writes: LogWrites = { pageBytes: 4096, pages: new Map(), missedRounds: 0 };
  private readonly timer: NodeJS.Timeout;

  /** @param path - of the log. What it holds by now is not counted. */
  constructor(private readonly path: string) {
    this.look();
    this.writes.pages.clear();
    this.ofThisRound.clear();
    this.timer = setInterval(() => this.look(), LOOK_EVERY_MS);
  }

  /** Returns what was written until now. */
  stop(): LogWrites {
    clearInterval(this.timer);
    this.look();
    return this.writes;
  }

  private look(): void {
    const file = openLog(this.path);
    if (file === null) return;
    const round = readRound(file);
    if (round !== null && round.salt !== this.round?.salt) this.begin(file, round);
    if (round !== null) this.readOn(file, round);
    closeSync(file);
  }

  private begin(file: number, next: Round): void {
    if (this.round !== null) {
      // what came after the last look and is not overwritten yet
      this.readOn(file, this.round);
      this.writes.missedRounds += Math.max(0, next.number - this.round.number - 1);
    }
    this.round = next;
    this.frames = 0;
    this.ofThisRound = new Set();
    this.writes.pageBytes = next.pageBytes;
  }

  private readOn(file: number, { salt, pageBytes }: Round): void {
    const header = Buffer.alloc(FRAME_HEADER_BYTES);
    for (;;) {
      const at = HEADER_BYTES + this.frames * (FRAME_HEADER_BYTES + pageBytes);
      const length = readSync(file, header, 0, FRAME_HEADER_BYTES, at);
      if (length < FRAME_HEADER_BYTES || header.readBigUInt64BE(8) !== salt) return;
      this.frames += 1;
      this.note(header.readUInt32BE(0));
    }
  }

  private note(page: number): void {
    const writes = this.writes.pages.get(page) ?? { logged: 0, writtenBack: 0 };
    writes.logged += 1;
    if (!this.ofThisRound.has(page)) writes.writtenBack += 1;
    this.ofThisRound.add(page);
    this.writes.pages.set(page, writes);
  }
}

function openLog(path: string): number | null {
  try {
    return openSync(path, "r");
  } catch {
    return null;
  }
}

function readRound(file: number): Round | null {
  const header = Buffer.alloc(HEADER_BYTES);
  if (readSync(file, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return null;
  return {
    pageBytes: header.readUInt32BE(8),
    number: header.readUInt32BE(12),
    salt: header.readBigUInt64BE(16),
  };
}
