/**
 * The journal of purges: enough to recognise a person's records again, and nothing that says who it was. A purge is no
 * job of `database/jobs/`: a file outside the database has it too, and what is over begins again when older records
 * come back.
 */
import type { Database } from "../../database/open.ts";
import { count, instant, json, orNull, text } from "../../database/columns.ts";
import { createTable, declareTable, tables } from "../../database/table-shape.ts";
import type { TableSet } from "../../database/prepare.ts";
import type { Instant } from "../../vocabulary/units.ts";

/** One purge. */
export interface Purge {
  id: string;
  organization: string;
  /** Ids of the developer and of those merged into them: hashes, or random. */
  developers: string[];
  /** Ids of keys that identify them. */
  keys: string[];
  /** Hashes of the ids of their sessions. */
  sessions: string[];
  purgedAt: Instant;
}

/** How far a purge has come. */
export interface PurgeProgress {
  /** Objects up to this sequence were gone through. */
  scannedThrough: number;
  /** What was in the stream when it was begun ends here; null when that is not known yet. */
  streamedThrough: number | null;
  /** Whether everything that was acknowledged before it is purged. */
  done: boolean;
}

export const PURGES = declareTable(
  "purges",
  {
    id: text(),
    organization: text(),
    /** JSON of developers, keys and sessions. */
    marks: json(),
    purged_at: instant(),
    scanned_through: count(),
    streamed_through: orNull(count()),
    done: count(),
  },
  { key: ["id"] },
);

export const purgeTables = {
  name: "purges",
  tables: [PURGES],
  kept: true,
  migrations: [createTables],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, PURGES);
}

/** Keeps a purge, in the place of what was known of it. */
export async function savePurge(transaction: Database, purge: Purge & PurgeProgress): Promise<void> {
  const { id, organization, developers, keys, sessions } = purge;
  const values = {
    organization,
    marks: JSON.stringify({ developers, keys, sessions }),
    purged_at: purge.purgedAt,
    scanned_through: purge.scannedThrough,
    streamed_through: purge.streamedThrough,
    done: Number(purge.done),
  };
  await tables(transaction, PURGES)
    .insertInto("purges")
    .values({ id, ...values })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
    .execute();
}

/** Returns every purge, the oldest first. */
export async function selectPurges(database: Database): Promise<(Purge & PurgeProgress)[]> {
  const rows = await tables(database, PURGES)
    .selectFrom("purges")
    .selectAll()
    .orderBy("purged_at")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    organization: row.organization,
    ...(JSON.parse(row.marks) as Pick<Purge, "developers" | "keys" | "sessions">),
    purgedAt: row.purged_at,
    scannedThrough: row.scanned_through,
    streamedThrough: row.streamed_through,
    done: row.done === 1,
  }));
}

/** Lets every purge be gone through again from the first object, because older records may have come back. */
export async function reopenPurges(transaction: Database): Promise<void> {
  await tables(transaction, PURGES)
    .updateTable("purges")
    .set({ scanned_through: 0, streamed_through: null, done: 0 })
    .execute();
}
