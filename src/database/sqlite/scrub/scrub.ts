/**
 * Overwrites what is left of deleted rows in the database's file, in short steps while others read and write.
 *
 * VACUUM would leave nothing either, and would keep everybody from writing for seconds. A step empties the log, takes
 * the write lock, so that the file is all there is, and zeroes bytes of it that no reader interprets: a crash in the
 * middle leaves a file that says the same. Pages that were written since the step before are gone over again.
 */
import { fdatasync, openSync, readSync, statSync, writeSync } from "node:fs";
import { promisify } from "node:util";
import { CompiledQuery, type Kysely } from "kysely";
import type { Bytes, Milliseconds } from "../../../vocabulary/units.ts";
import type { Database, Scrubbed } from "../../engine.ts";
import { clear, clearTreePage, isTreePage, type Overflow, overflowsOf } from "./page.ts";
import { WrittenPages } from "./written-pages.ts";

/** How long a step goes over pages, once it has read which ones are free. */
const STEP_MS: Milliseconds = 10;
const READ_AT_ONCE_PAGES = 32;
/** The page with the file's own description; its only rows describe the tables. */
const FIRST_PAGE = 1;

/**
 * Does one step.
 *
 * Until the last step the connection overwrites whole pages that it frees: one that is freed behind the place where
 * the steps are would keep what it holds. Other processes may write as long as they delete no long values.
 *
 * @param database - A writing connection.
 * @param from - 0 to begin, then where the step before ended.
 * @param elapsed - Returns the time since any moment; a step ends when `STEP_MS` are over by it.
 * @returns `held` when a reader or another writer is in the way, and nothing was done.
 */
export async function scrub(
  database: Database,
  from: number,
  elapsed: () => Milliseconds = () => performance.now(),
): Promise<Scrubbed> {
  return database.connection().execute(async (connection) => {
    const path = await pathOf(connection);
    if (path === "") return { kind: "done" };
    await connection.executeQuery(BRIEFLY);
    await connection.executeQuery(ERASE_FREED);
    try {
      const written = writtenPages(path);
      if (!(await emptyLog(connection, written))) return { kind: "held" };
      const file = rawFile(path);
      const done = await locked(connection, () => {
        if (!isEmpty(`${path}-wal`)) return null;
        return written.areAll ? scrubPages(file, { from, elapsed, written }) : BEGIN_ANEW;
      });
      if (done === null) return { kind: "held" };
      written.forget();
      await promisify(fdatasync)(file);
      if (done.kind !== "more") await connection.executeQuery(LEAVE_FREED);
      return done;
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "SQLITE_BUSY") return { kind: "held" };
      throw error;
    } finally {
      await connection.executeQuery(PATIENTLY);
    }
  });
}

/** With the pages, after those that are free. */
const BEGIN_ANEW = { kind: "more", next: FIRST_PAGE + 1 } as const;

const BRIEFLY = CompiledQuery.raw("pragma busy_timeout = 20");
const PATIENTLY = CompiledQuery.raw("pragma busy_timeout = 5000");
const ERASE_FREED = CompiledQuery.raw("pragma secure_delete = on");
const LEAVE_FREED = CompiledQuery.raw("pragma secure_delete = fast");
const FILES = CompiledQuery.raw("pragma database_list");
const DATA_VERSION = CompiledQuery.raw("pragma data_version");
const MOST_FRAMES = CompiledQuery.raw("pragma wal_autocheckpoint");
const EMPTY_LOG = CompiledQuery.raw("pragma wal_checkpoint(truncate)");
const BEGIN = CompiledQuery.raw("begin immediate");
/** Changes no value, but makes all other connections forget the pages that they have in memory. */
const TOUCH = CompiledQuery.raw("pragma user_version = 0");
const COMMIT = CompiledQuery.raw("commit");
const ROLLBACK = CompiledQuery.raw("rollback");
/** Pages in this connection's memory would be written back as they were. */
const FORGET_PAGES = CompiledQuery.raw("pragma shrink_memory");

async function pathOf(connection: Kysely<never>): Promise<string> {
  const { rows } = await connection.executeQuery<{ name: string; file: string }>(FILES);
  return rows.find(({ name }) => name === "main")?.file ?? "";
}

/** @param written - Gets the pages that are in the log. */
async function emptyLog(connection: Kysely<never>, written: WrittenPages): Promise<boolean> {
  const mark = await numberOf(connection, DATA_VERSION);
  written.note(await numberOf(connection, MOST_FRAMES));
  const { rows } = await connection.executeQuery<{ busy: number }>(EMPTY_LOG);
  // what another process wrote in between is in the log no longer
  if (mark !== (await numberOf(connection, DATA_VERSION))) written.lose();
  return rows[0]?.busy === 0;
}

async function numberOf(connection: Kysely<never>, pragma: CompiledQuery): Promise<number> {
  const { rows } = await connection.executeQuery<Record<string, number>>(pragma);
  return Object.values(rows[0] ?? {})[0] ?? 0;
}

async function locked<Value>(connection: Kysely<never>, work: () => Value): Promise<Value> {
  await connection.executeQuery(BEGIN);
  try {
    await connection.executeQuery(FORGET_PAGES);
    const value = work();
    await connection.executeQuery(TOUCH);
    await connection.executeQuery(COMMIT);
    return value;
  } catch (error) {
    await connection.executeQuery(ROLLBACK);
    throw error;
  }
}

function isEmpty(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

/** By path. To close one would end every lock that this process holds on the file, so they stay open with it. */
const FILES_KEPT_OPEN = new Map<string, number>();

function rawFile(path: string): number {
  const known = FILES_KEPT_OPEN.get(path) ?? openSync(path, "r+");
  FILES_KEPT_OPEN.set(path, known);
  return known;
}

/** By path, of steps that have not ended. */
const WRITTEN = new Map<string, WrittenPages>();

function writtenPages(path: string): WrittenPages {
  const known = WRITTEN.get(path) ?? new WrittenPages(`${path}-wal`);
  WRITTEN.set(path, known);
  return known;
}

/** Goes over pages for one step; the write lock is held, and the log is empty. */
function scrubPages(
  file: number,
  { from, elapsed, written }: { from: number; elapsed: () => Milliseconds; written: WrittenPages },
): Scrubbed {
  const pages = new Pages(file);
  if (pages.unsupported !== null) return { kind: "unsupported", reason: pages.unsupported };
  const free = pages.readFreePages();
  if (from < FIRST_PAGE) return scrubFree(pages, free, { from: -from, elapsed });
  for (const number of written.before(from)) scrubAt(pages, number, free);
  let until: Milliseconds | null = null;
  for (let first = Math.max(from, FIRST_PAGE + 1); first <= pages.count; first += READ_AT_ONCE_PAGES) {
    const read = pages.readFrom(first, READ_AT_ONCE_PAGES);
    // however long the free list is and however slow the disk, a step goes over what it has read first
    until ??= elapsed() + STEP_MS;
    for (const [index, page] of read.entries()) {
      scrubPage(pages, { number: first + index, page }, free);
      if (elapsed() >= until) return { kind: "more", next: first + index + 1 };
    }
  }
  return { kind: "done" };
}

/**
 * Goes over free pages for one step. They come first: a long value that is written meanwhile takes such pages, and
 * leaves what is behind its end as it was.
 *
 * @returns As the next place the negative number of a page, until all are done.
 */
function scrubFree(
  pages: Pages,
  free: ReadonlyMap<number, Bytes>,
  { from, elapsed }: { from: number; elapsed: () => Milliseconds },
): Scrubbed {
  const until = elapsed() + STEP_MS;
  for (const number of [...free.keys()]
    .filter((each) => each >= from)
    .toSorted((left, right) => left - right)) {
    scrubAt(pages, number, free);
    if (elapsed() >= until) return { kind: "more", next: -(number + 1) };
  }
  return { kind: "more", next: FIRST_PAGE + 1 };
}

function scrubAt(pages: Pages, number: number, free: ReadonlyMap<number, Bytes>): void {
  const [page] = number > FIRST_PAGE && number <= pages.count ? pages.readFrom(number, 1) : [];
  if (page !== undefined) scrubPage(pages, { number, page }, free);
}

function scrubPage(
  pages: Pages,
  { number, page }: { number: number; page: Buffer },
  free: ReadonlyMap<number, Bytes>,
): void {
  const listed = free.get(number);
  if (listed !== undefined) {
    if (clear(page, listed, page.length)) pages.write(number, page);
  } else if (isTreePage(page)) {
    if (clearTreePage(page)) pages.write(number, page);
    for (const overflow of overflowsOf(page)) clearEnd(pages, overflow, free);
  }
}

/** Behind the end of a long value its last page may hold what was there before. */
function clearEnd(pages: Pages, { firstPage, bytes }: Overflow, free: ReadonlyMap<number, Bytes>): void {
  const each = pages.size - 4;
  let left = bytes;
  for (let number = firstPage; number > FIRST_PAGE && number <= pages.count && !free.has(number);) {
    const [page] = pages.readFrom(number, 1);
    if (page === undefined) return;
    if (left <= each) {
      if (page.readUInt32BE(0) === 0 && clear(page, 4 + left, page.length)) pages.write(number, page);
      return;
    }
    left -= each;
    number = page.readUInt32BE(0);
  }
}

/** @see sqlite.org/fileformat2.html, section 1.3 (the header). */
function unsupportedBy(header: Buffer, count: number): string | null {
  if (header[20] !== 0) return "its pages have reserved bytes";
  if (header.readUInt32BE(52) !== 0) return "it has auto-vacuum, whose pages of pointers look like others";
  // a page that begins with the number of another begins with 0 or 1 only up to here, and no page of a tree does
  return count >= 2 << 24 ? "it has 33,554,432 pages or more" : null;
}

/** The pages of the file. */
class Pages {
  readonly size: Bytes;
  readonly count: number;
  /** Why nothing in this file may be changed; null when it is as this program makes them. */
  readonly unsupported: string | null;
  private readonly firstFree: number;

  constructor(private readonly file: number) {
    const header = Buffer.alloc(100);
    readSync(file, header, 0, header.length, 0);
    const size = header.readUInt16BE(16);
    this.size = size === 1 ? 65_536 : size;
    this.count = header.readUInt32BE(28);
    this.firstFree = header.readUInt32BE(32);
    this.unsupported = unsupportedBy(header, this.count);
  }

  /** Returns fewer where the file ends. */
  readFrom(first: number, count: number): Buffer[] {
    const wanted = Math.min(count, this.count - first + 1);
    const bytes = Buffer.alloc(wanted * this.size);
    const read = readSync(this.file, bytes, 0, bytes.length, (first - 1) * this.size);
    const whole = Math.floor(read / this.size);
    return Array.from({ length: whole }, (_, index) =>
      bytes.subarray(index * this.size, (index + 1) * this.size),
    );
  }

  write(number: number, page: Buffer): void {
    writeSync(this.file, page, 0, page.length, (number - 1) * this.size);
  }

  /** Returns the free pages, and how much of each is in use: of those that list others, the list. */
  readFreePages(): ReadonlyMap<number, Bytes> {
    const free = new Map<number, Bytes>();
    for (let trunk = this.firstFree; trunk > FIRST_PAGE && !free.has(trunk);) {
      const [page] = this.readFrom(trunk, 1);
      if (page === undefined) break;
      const listed = Math.min(page.readUInt32BE(4), this.size / 4 - 2);
      free.set(trunk, 8 + 4 * listed);
      for (let leaf = 0; leaf < listed; leaf += 1) free.set(page.readUInt32BE(8 + 4 * leaf), 0);
      trunk = page.readUInt32BE(0);
    }
    return free;
  }
}
