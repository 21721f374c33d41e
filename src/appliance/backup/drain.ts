/** Whether what was acknowledged is written: a backup holds every record that was answered with 200 before it. */
import type { Database } from "../../database/open.ts";
import { readFigures } from "../../books/books-table.ts";
import { readPosition } from "../../books/progress-table.ts";
import { type Noted, readAcknowledged } from "../../stream/acknowledged.ts";
import { SECOND, type Milliseconds } from "../../vocabulary/units.ts";
import type { StoreSettings } from "../../stores.ts";
import { areServed } from "../holding/hold-stores.ts";
import { acknowledgedPath } from "../layout.ts";

const LOOK_EVERY_MS: Milliseconds = 50;
/** The writer needs a second or two, and longer for what waits behind a slow disk; while it goes on, it is waited for. */
const STANDSTILL_MS: Milliseconds = 60 * SECOND;
const READ_AGAIN = 20;

/** What is acknowledged by now; null when nothing was ever noted. */
export async function readAcknowledgedNow(dataDir: string): Promise<Noted | null> {
  const path = acknowledgedPath(dataDir);
  for (let attempt = 1; ; attempt += 1) {
    const noted = readAcknowledged(path);
    if (noted !== "unreadable") return noted;
    // a running server writes it in its place
    if (attempt === READ_AGAIN)
      throw new Error(
        `${path} cannot be read, so it is not known what of the acknowledged records is still to be written. ` +
          "Check the disk; start the server (scoring serve), which makes the file anew, and try again",
      );
    await Bun.sleep(LOOK_EVERY_MS);
  }
}

/** Returns how many acknowledged requests the database does not know yet. */
export async function countUnwritten(database: Database, noted: Noted | null): Promise<number> {
  if (noted === null) return 0;
  const { publishers } = await readFigures(database);
  let unwritten = 0;
  for (const [publisher, { frames }] of noted.acknowledged)
    unwritten += Math.max(0, frames - (publishers.get(publisher)?.frames ?? 0));
  return unwritten;
}

/** What is waited for. */
export interface Awaited {
  noted: Noted | null;
  /** Hears which share of what was unwritten at the beginning is written. */
  report(share: number): void;
}

/**
 * Waits until the running server has written what is noted.
 *
 * @throws An exception that says what to do, when the writer makes no progress.
 */
export async function awaitWritten(
  database: Database,
  stores: StoreSettings,
  { noted, report }: Awaited,
): Promise<void> {
  const total = await countUnwritten(database, noted);
  let moved = { sequence: -1, at: performance.now() };
  for (;;) {
    const unwritten = await countUnwritten(database, noted);
    if (unwritten === 0) return;
    report(1 - unwritten / total);
    const sequence = (await readPosition(database, "writer"))?.sequence ?? 0;
    const now = performance.now();
    if (sequence !== moved.sequence) moved = { sequence, at: now };
    if (!(await areServed(stores)))
      throw new Error("the server stopped while the backup waited for it to write; run scoring backup again");
    if (now - moved.at > STANDSTILL_MS)
      throw new Error(
        `${unwritten} requests that were answered with 200 wait to be written, and the writer has not moved for ` +
          `${STANDSTILL_MS / SECOND} s. scoring status says why; restart the server if it says nothing`,
      );
    await Bun.sleep(LOOK_EVERY_MS);
  }
}
