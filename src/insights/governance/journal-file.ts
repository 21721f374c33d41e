/** The journal of purges as a file next to the database, so that an older database, put in its place, purges again. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { z } from "zod";
import type { Database } from "../../database/open.ts";
import { inTransaction } from "../../database/transaction.ts";
import { writeWholeFile } from "../../vocabulary/whole-file.ts";
import { type Purge, savePurge, selectPurges } from "./journal-table.ts";

const PURGE = z.object({
  id: z.string(),
  organization: z.string(),
  developers: z.array(z.string()),
  keys: z.array(z.string()),
  sessions: z.array(z.string()),
  purgedAt: z.number(),
});

/**
 * Brings the file and the table together: each gets what the other has.
 *
 * @returns How many purges the database did not know; they are to be gone through again.
 * @throws An exception when the file was changed by something else.
 */
export async function reconcileJournal(database: Database, path: string): Promise<number> {
  return inTransaction(database, "full", async (transaction) => {
    const known = await selectPurges(transaction);
    const journaled = await readJournal(path);
    const unknown = journaled.filter(({ id }) => known.every((purge) => purge.id !== id));
    for (const purge of unknown)
      await savePurge(transaction, { ...purge, scannedThrough: 0, streamedThrough: null, done: false });
    if (known.some(({ id }) => journaled.every((purge) => purge.id !== id)))
      await writeJournal(path, [...known, ...unknown]);
    return unknown.length;
  });
}

/**
 * Adds a purge, or puts it in the place of what the file says of it; it is on disk when this returns.
 *
 * @remarks Takes a call inside of a write transaction, or while nobody else uses the directory: two at once would each lose
 *   what the other adds.
 */
export async function addToJournal(path: string, purge: Purge): Promise<void> {
  const others = (await readJournal(path)).filter(({ id }) => id !== purge.id);
  await writeJournal(path, [...others, purge]);
}

/** Returns what the file shows, nothing when there is none. */
export async function readJournal(path: string): Promise<Purge[]> {
  if (!existsSync(path)) return [];
  const lines = (await readFile(path, "utf8")).split("\n").filter((line) => line !== "");
  return lines.map((line, index) => {
    try {
      return PURGE.parse(JSON.parse(line));
    } catch (cause) {
      throw new Error(
        `line ${index + 1} of ${path} is damaged: it is no record of a purge. If the database was not restored from a ` +
          "backup, move the file away: it is made again from the database. Otherwise put it back from a backup, or " +
          "purge again whoever it named",
        { cause },
      );
    }
  });
}

async function writeJournal(path: string, purges: readonly Purge[]): Promise<void> {
  const text = purges.map((purge) => `${JSON.stringify(PURGE.parse(purge))}\n`).join("");
  await writeWholeFile(path, text);
}
