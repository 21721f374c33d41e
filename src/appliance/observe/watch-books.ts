/** Looks once a minute whether the books balance, and says so aloud when they do not. */
import type { Database } from "../../database/open.ts";
import type { Noted } from "../../stream/acknowledged.ts";
import type { StreamConnection } from "../../stream/connection.ts";
import { readNewestTotals, readStreamState } from "../../stream/telemetry-stream.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import type { Log } from "../../vocabulary/log.ts";
import { MINUTE, SECOND, type Milliseconds } from "../../vocabulary/units.ts";
import { balance, describeDifferences } from "../../books/books.ts";
import { readFigures } from "../../books/books-table.ts";
import { readPosition } from "../../books/progress-table.ts";

/** What the last look found. */
export interface BooksVerdict {
  checkedAt: Milliseconds;
  /** The equations that do not hold, in words; empty when the books balance. */
  differences: string[];
}

/** What the watch works with. */
export interface WatchedStores {
  database: Database;
  connection: StreamConnection;
  /** Reads what was acknowledged, and what of it is lost; null when nobody notes it. */
  readNoted(): Noted | null;
}

/** How often it looks. */
export interface WatchTimes {
  everyMs: Milliseconds;
  /** A message that was refused while a later one was taken leaves wrong totals until the publisher's next one. */
  confirmAfterMs: Milliseconds;
}

const TIMES: WatchTimes = { everyMs: MINUTE, confirmAfterMs: 5 * SECOND };

/** A running watch. */
export interface BooksWatch {
  /** Gives: null before the first look. */
  verdict(): BooksVerdict | null;
  stop(): void;
  /** Ends after `stop`. */
  done: Promise<void>;
}

/** Watches until stopped; looks for the first time at once. */
export function watchBooks(
  stores: WatchedStores,
  { clock, log }: { clock: Clock; log: Log },
  times: WatchTimes = TIMES,
): BooksWatch {
  const stopping = Promise.withResolvers<void>();
  let stopped = false;
  let verdict: BooksVerdict | null = null;
  const pause = (waitMs: Milliseconds) => rest(waitMs, stopping.promise);
  async function run(): Promise<void> {
    while (!stopped) {
      const differences = await lookTwice(stores, () => pause(times.confirmAfterMs));
      if (differences !== null) {
        if (differences.length > 0) log.error(ALARM, { differences: differences.join("; ") });
        verdict = { checkedAt: clock(), differences };
      }
      await pause(times.everyMs);
    }
  }
  return {
    verdict: () => verdict,
    stop() {
      stopped = true;
      stopping.resolve();
    },
    done: run(),
  };
}

const ALARM =
  "the books do not balance: records are missing, or counted wrongly; stop nothing, keep the data directory, " +
  "and compare with GET /v1/admin/status";

/** Gives: what both looks found wrong, null while the stream does not answer. */
async function lookTwice(stores: WatchedStores, wait: () => Promise<void>): Promise<string[] | null> {
  const first = await look(stores);
  if (first === null || first.length === 0) return first;
  await wait();
  return look(stores);
}

async function look({ database, connection, readNoted }: WatchedStores): Promise<string[] | null> {
  const noted = readNoted(); // first: what is acknowledged later must not seem to be missing
  const stream = await readStream(connection).catch(() => null);
  if (stream === null) return null;
  const position = (await readPosition(database, "writer"))?.sequence ?? 0;
  return describeDifferences(balance(await readFigures(database), { ...stream, noted, position }));
}

async function readStream(connection: StreamConnection) {
  return { ...(await readStreamState(connection)), newest: await readNewestTotals(connection) };
}

async function rest(waitMs: Milliseconds, until: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, waitMs);
  await Promise.race([promise, until]);
  clearTimeout(timer);
}
