/** How far each step has come, which requests were written lately, and what was counted: saved with a step's rows. */
import type { Database } from "../database/open.ts";
import { bytes, count, instant, text } from "../database/columns.ts";
import { createTable, declareTable, tables } from "../database/table-shape.ts";
import type { TableSet } from "../database/prepare.ts";
import type { Instant } from "../vocabulary/units.ts";

/**
 * The steps that take positions of the stream; `remaking`: up to where rows are rebuilt; `adoption`: objects were taken in
 * and not all that follows from that is done.
 */
export type Step = "writer" | "normaliser" | "remaking" | "adoption";

/**
 * The accounts of the books. `published` is what the messages themselves say that name no publisher, and what was
 * found again without its message; the named publishers have rows of their own. The others are counted.
 */
export type Account =
  "published" | "persisted" | "duplicate" | "quarantined" | "examined" | "odd_time" | "expired" | "purged";

/** Requests and records of one account. */
export interface Amount {
  frames: number;
  records: number;
}

/** How far each step has come. */
export const POSITIONS = declareTable(
  "positions",
  {
    step: text<Step>(),
    stream_created_at: text(),
    sequence: count(),
  },
  { key: ["step"] },
);

export const RECENT_HASHES = declareTable(
  "recent_hashes",
  {
    first_sequence: count(),
    newest_at: instant(),
    hashes: bytes<Buffer>(),
  },
  { key: ["first_sequence"] },
);

/** What was counted. */
export const BOOKS = declareTable(
  "books",
  {
    account: text<Account>(),
    frames: count(),
    records: count(),
  },
  { key: ["account"] },
);

/** What each publisher that names itself has reported in its newest written message. */
export const PUBLISHERS = declareTable(
  "publishers",
  {
    id: text(),
    frames: count(),
    records: count(),
  },
  { key: ["id"] },
);

/** How far each organization is examined, where several engines share the database. */
export const EXAMINED = declareTable(
  "examined",
  { organization: text(), sequence: count() },
  { key: ["organization"] },
);

export const progressTables = {
  name: "progress",
  tables: [POSITIONS, RECENT_HASHES, BOOKS, PUBLISHERS, EXAMINED],
  kept: true,
  migrations: [createTables, (database) => createTable(database, EXAMINED)],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, POSITIONS);
  await createTable(database, RECENT_HASHES);
  await createTable(database, BOOKS);
  await createTable(database, PUBLISHERS);
}

/** A place in the stream, and which stream it is a place in. */
export interface Position {
  streamCreatedAt: string;
  sequence: number;
}

/** Returns null when the step has not begun. */
export async function readPosition(database: Database, step: Step): Promise<Position | null> {
  const row = await tables(database, POSITIONS, RECENT_HASHES, BOOKS)
    .selectFrom("positions")
    .selectAll()
    .where("step", "=", step)
    .executeTakeFirst();
  return row === undefined ? null : { streamCreatedAt: row.stream_created_at, sequence: row.sequence };
}

/** Saves how far the step has come; belongs into the transaction that holds the step's rows. */
export async function savePosition(database: Database, step: Step, position: Position): Promise<void> {
  const values = { stream_created_at: position.streamCreatedAt, sequence: position.sequence };
  await tables(database, POSITIONS, RECENT_HASHES, BOOKS)
    .insertInto("positions")
    .values({ step, ...values })
    .onConflict((conflict) => conflict.column("step").doUpdateSet(values))
    .execute();
}

/** Sends a step back to the beginning. */
export async function forgetPosition(database: Database, step: Step): Promise<void> {
  await tables(database, POSITIONS, RECENT_HASHES, BOOKS)
    .deleteFrom("positions")
    .where("step", "=", step)
    .execute();
}

/** Returns every account's amount, zero where nothing was counted. */
export async function readBooks(database: Database): Promise<Record<Account, Amount>> {
  const rows = await tables(database, POSITIONS, RECENT_HASHES, BOOKS)
    .selectFrom("books")
    .selectAll()
    .execute();
  const books: Record<Account, Amount> = {
    published: nothing(),
    persisted: nothing(),
    duplicate: nothing(),
    quarantined: nothing(),
    examined: nothing(),
    odd_time: nothing(),
    expired: nothing(),
    purged: nothing(),
  };
  for (const { account, frames, records } of rows) books[account] = { frames, records };
  return books;
}

function nothing(): Amount {
  return { frames: 0, records: 0 };
}

/** Adds to an account. */
export async function addToBooks(database: Database, account: Account, amount: Amount): Promise<void> {
  await tables(database, POSITIONS, RECENT_HASHES, BOOKS)
    .insertInto("books")
    .values({ account, ...amount })
    .onConflict((conflict) =>
      conflict.column("account").doUpdateSet((row) => ({
        frames: row("books.frames", "+", amount.frames),
        records: row("books.records", "+", amount.records),
      })),
    )
    .execute();
}

/** Replaces an account's amount. */
export async function setInBooks(database: Database, account: Account, amount: Amount): Promise<void> {
  await tables(database, POSITIONS, RECENT_HASHES, BOOKS)
    .insertInto("books")
    .values({ account, ...amount })
    .onConflict((conflict) => conflict.column("account").doUpdateSet({ ...amount }))
    .execute();
}

/** The publisher of records that were found in the object store: nobody knows who it was. */
export const NO_PUBLISHER = "";

/** Saves what publishers have reported about themselves in their newest written messages. */
export async function savePublished(
  database: Database,
  published: ReadonlyMap<string, Amount>,
): Promise<void> {
  for (const [id, { frames, records }] of published) {
    if (id === NO_PUBLISHER) await setInBooks(database, "published", { frames, records });
    else await savePublisher(database, id, { frames, records });
  }
}

async function savePublisher(database: Database, id: string, amount: Amount): Promise<void> {
  await tables(database, PUBLISHERS)
    .insertInto("publishers")
    .values({ id, ...amount })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ ...amount }))
    .execute();
}

/** The hashes of the requests of one written batch. */
export interface HashBatch {
  firstSequence: number;
  /** Arrival of the batch's newest request. */
  newestAt: Instant;
  /** Arrival time and hash of each request, as `RecentHashes` packs them. */
  packed: Buffer;
}

/** Keeps a batch's hashes, and forgets those whose window is over. */
export async function saveHashes(database: Database, batch: HashBatch, forgetBefore: Instant): Promise<void> {
  const progress = tables(database, POSITIONS, RECENT_HASHES, BOOKS);
  await progress.deleteFrom("recent_hashes").where("newest_at", "<", forgetBefore).execute();
  await progress
    .insertInto("recent_hashes")
    .values({ first_sequence: batch.firstSequence, newest_at: batch.newestAt, hashes: batch.packed })
    .execute();
}

/** Returns the kept hashes of all batches. */
export async function readHashes(database: Database): Promise<Buffer[]> {
  const rows = await tables(database, POSITIONS, RECENT_HASHES, BOOKS)
    .selectFrom("recent_hashes")
    .select("hashes")
    .execute();
  return rows.map((row) => row.hashes);
}
