/**
 * Which pages others wrote since the step before: SQLite moves rows between pages, with the old bytes around them, also
 * to places that the steps have left behind.
 *
 * @see sqlite.org/fileformat2.html, section 4.1 (the log): a header, then frames that begin with their page's number.
 */
import { closeSync, openSync, readSync, statSync } from "node:fs";
import type { Bytes } from "../../../vocabulary/units.ts";

const HEADER: Bytes = 32;
const FRAME_HEADER: Bytes = 24;

/** The pages that the log has held since they were forgotten last. */
export class WrittenPages {
  private readonly pages = new Set<number>();
  private isWhole = true;

  /** @param log - Where the log is, which need not exist. */
  constructor(private readonly log: string) {}

  /** Whether these are all pages that were written. */
  get areAll(): boolean {
    return this.isWhole;
  }

  /**
   * Adds what is in the log now; is to be called each time before the log is emptied.
   *
   * @param mostFrames - A log that is longer may have been written back, and begun again at its start.
   */
  note(mostFrames: number): void {
    const bytes = statSync(this.log, { throwIfNoEntry: false })?.size ?? 0;
    if (bytes < HEADER) return;
    // of the log: the locks of the process are on other files
    const file = openSync(this.log, "r");
    try {
      const frame = FRAME_HEADER + readNumber(file, 8);
      if (bytes >= HEADER + mostFrames * frame) this.lose();
      for (let at = HEADER; at + frame <= bytes; at += frame) this.pages.add(readNumber(file, at));
    } finally {
      closeSync(file);
    }
  }

  /** Returns those before a page, in order. */
  before(page: number): number[] {
    return [...this.pages].filter((each) => each < page).toSorted((left, right) => left - right);
  }

  /** Notes that others were written too, and that nobody knows which. */
  lose(): void {
    this.isWhole = false;
  }

  forget(): void {
    this.pages.clear();
    this.isWhole = true;
  }
}

function readNumber(file: number, at: number): number {
  const bytes = Buffer.alloc(4);
  readSync(file, bytes, 0, bytes.length, at);
  return bytes.readUInt32BE(0);
}
