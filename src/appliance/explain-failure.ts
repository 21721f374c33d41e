/** Says what a failure of the disk, the database or the bucket means, where that is, and what to do about it. */
import { classifyFailure } from "../database/open.ts";
import { remedyIn } from "../objects/s3-remedies.ts";
import { databaseName, databasePath, objectsName, type StoreSettings } from "../stores.ts";

/** What is wrong with what the rows are on. */
export type StoreFailure = "damaged" | "full" | "read_only";

/** The settings that say where rows and records are. */
export type Places = Pick<StoreSettings, "dataDir" | "database" | "objects">;

/** How the operating system names failures of a disk. */
const OF_THE_DISK: readonly { sign: RegExp; failure: StoreFailure }[] = [
  { sign: /\bENOSPC\b|\bEDQUOT\b/, failure: "full" },
  { sign: /\bEROFS\b/, failure: "read_only" },
];

/** How PostgreSQL says what its states 53100, 25006 and XX001 mean. */
const OF_THE_SERVER: typeof OF_THE_DISK = [
  {
    sign: /could not (extend|write|create|resize) .*(No space left|Disk quota|Check free disk)/,
    failure: "full",
  },
  { sign: /cannot execute .* in a read-only transaction|recovery is in progress/, failure: "read_only" },
  {
    sign: /invalid page in block|could not read block|missing chunk number|is not a btree/,
    failure: "damaged",
  },
];

/**
 * Finds out what a failure of this machine's disk, or of a database on it, means by its text: from the engine's thread
 * nothing else arrives.
 *
 * @returns Null when the text names no such failure.
 */
export function storeFailureIn(reason: string): StoreFailure | null {
  const failure = classifyFailure(reason);
  if (failure === "damaged" || failure === "full" || failure === "read_only") return failure;
  return failureBy(OF_THE_DISK, reason);
}

function failureBy(signs: typeof OF_THE_DISK, reason: string): StoreFailure | null {
  return signs.find(({ sign }) => sign.test(reason))?.failure ?? null;
}

/** Whether a failure means that the rows are damaged, wherever they are. */
export function isDamage(reason: string, { database }: Places): boolean {
  return (database === null ? storeFailureIn(reason) : failureBy(OF_THE_SERVER, reason)) === "damaged";
}

/**
 * Adds to a reason what it means and what to do, where that is known.
 *
 * @param reason - Why something failed.
 */
export function explainFailure(reason: string, places: Places): string {
  const meaning = ofTheServer(reason, places) ?? ofTheDisk(reason, places) ?? ofTheBucket(reason, places);
  // who hands a reason on may have explained it
  return meaning === null || reason.includes(meaning) ? reason : `${meaning} (${reason})`;
}

function ofTheServer(reason: string, places: Places): string | null {
  const failure = places.database === null ? null : failureBy(OF_THE_SERVER, reason);
  const name = databaseName(places);
  switch (failure) {
    case null:
      return null;
    case "damaged":
      return sayDamage(places);
    case "full":
      return `the disk of PostgreSQL is full (${name}); make room there, and everything goes on by itself`;
    case "read_only":
      return (
        `${name} takes no writes: it is a standby, or default_transaction_read_only is on there; name the primary ` +
        "server in SCORING_DATABASE, or end that"
      );
  }
}

function ofTheDisk(reason: string, places: Places): string | null {
  const { dataDir, database } = places;
  const failure = database === null ? storeFailureIn(reason) : failureBy(OF_THE_DISK, reason);
  switch (failure) {
    case null:
      return null;
    case "damaged":
      return sayDamage(places);
    case "full":
      return `the disk of ${dataDir} is full; make room and try again`;
    case "read_only":
      return `the disk of ${dataDir} cannot be written; mount it for writing, or choose another --data-dir`;
  }
}

function sayDamage(places: Places): string {
  return `${describeDamage(places)} ${damageRemedy(places)}`;
}

function ofTheBucket(reason: string, { objects }: Places): string | null {
  if (objects === null) return null;
  const remedy = remedyIn(reason);
  // who found it out at the start of the program has said so
  return remedy === null || reason.includes(remedy) ? null : `${objects} refuses: ${remedy}`;
}

export function describeDamage(places: Places): string {
  const damaged = `the database ${databaseName(places)} is damaged.`;
  return `${damaged} The records are safe: they are in ${objectsName(places)}.`;
}

export function damageRemedy(places: Places): string {
  return places.database === null ? remedyOfFile(places) : REMEDY_OF_SERVER;
}

const ONLY_A_BACKUP =
  "it makes records' rows and scores again; keys, names, aliases and corrections only a backup has";

function remedyOfFile({ dataDir, objects }: Places): string {
  const path = databasePath(dataDir);
  const restored =
    objects === null
      ? "copy this one's objects folder over the new one's"
      : `move ${path}, ${path}-wal and ${path}-shm away, and put the new one's scoring.db there`;
  return (
    `Stop the server. If there is a backup, restore it into a new directory (scoring restore) and ${restored}. ` +
    `Without one, run scoring rebuild --adopt --data-dir ${dataDir}: it sets the damaged file aside; ${ONLY_A_BACKUP}`
  );
}

const REMEDY_OF_SERVER =
  "Stop all engines, and look for a failing disk there. Bring the database back with PostgreSQL's own backup (a standby, " +
  "point-in-time recovery, pg_dump) and start them. Without one, name an empty database and run scoring rebuild --adopt: " +
  ONLY_A_BACKUP;
