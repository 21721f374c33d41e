/** Says what a failure of the disk or of the database means, and what to do about it. */
import { classifyFailure } from "../database/open.ts";
import { databasePath, objectsPath } from "../stores.ts";

/** What is wrong with the disk or with the database on it. */
export type StoreFailure = "damaged" | "full" | "read_only";

/** How the operating system names failures of a disk. */
const OF_THE_DISK: readonly { sign: RegExp; failure: StoreFailure }[] = [
  { sign: /\bENOSPC\b|\bEDQUOT\b/, failure: "full" },
  { sign: /\bEROFS\b/, failure: "read_only" },
];

/**
 * Finds out what a failure means by its text: from the engine's thread nothing else arrives.
 *
 * @returns Null when the text names no such failure.
 */
export function storeFailureIn(reason: string): StoreFailure | null {
  const failure = classifyFailure(reason);
  if (failure === "damaged" || failure === "full" || failure === "read_only") return failure;
  return OF_THE_DISK.find(({ sign }) => sign.test(reason))?.failure ?? null;
}

/**
 * Adds to a reason what it means and what to do, where that is known.
 *
 * @param reason - Why something failed.
 */
export function explainFailure(reason: string, dataDir: string): string {
  const failure = storeFailureIn(reason);
  return failure === null ? reason : `${describeStoreFailure(failure, dataDir)} (${reason})`;
}

/** What is wrong, where, and what to do, for a person. */
function describeStoreFailure(failure: StoreFailure, dataDir: string): string {
  switch (failure) {
    case "damaged":
      return `${describeDamage(dataDir)} ${damageRemedy(dataDir)}`;
    case "full":
      return `the disk of ${dataDir} is full; make room and try again`;
    case "read_only":
      return `the disk of ${dataDir} cannot be written; mount it for writing, or choose another --data-dir`;
  }
}

export function describeDamage(dataDir: string): string {
  return `the database ${databasePath(dataDir)} is damaged. The records are safe: they are in ${objectsPath(dataDir)}.`;
}

export function damageRemedy(dataDir: string): string {
  return (
    "Stop the server. If there is a backup, restore it into a new directory (scoring restore) and copy this one's " +
    `objects folder over the new one's. Without one, run scoring rebuild --adopt --data-dir ${dataDir}: it sets the ` +
    "damaged file aside and makes records and scores again; keys, names, aliases and corrections only a backup has"
  );
}
