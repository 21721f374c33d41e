/** Looks once a minute whether the books balance, and says so aloud when they do not. */
import type { Database } from "../../database/open.ts";
import type { Noted } from "../../stream/acknowledged.ts";
import type { StreamConnection } from "../../stream/connection.ts";
import { readNewestTotals, readStreamState } from "../../stream/telemetry-stream.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import type { Log } from "../../vocabulary/log.ts";
import { restFor, type Stage, type Step } from "../../vocabulary/stage.ts";
import { type Instant, type Milliseconds, MINUTE, SECOND } from "../../vocabulary/units.ts";
import { balance, describeDifferences } from "../../books/books.ts";
import { readFigures } from "../../books/books-table.ts";
import { readPosition } from "../../books/progress-table.ts";

/** What the last look found. */
export interface BooksVerdict {
  checkedAt: Instant;
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
  /** The stream and the database are not asked in the same moment: a difference counts when it is still there after this. */
  confirmAfterMs: Milliseconds;
}

const TIMES: WatchTimes = { everyMs: MINUTE, confirmAfterMs: 5 * SECOND };

/** The check of the books. */
export interface BooksWatch {
  stage: Stage;
  /** Returns null before the first look. */
  verdict(): BooksVerdict | null;
}

/** Looks for the first time at once. */
export function watchBooks(
  stores: WatchedStores,
  { clock, log }: { clock: Clock; log: Log },
  times: WatchTimes = TIMES,
): BooksWatch {
  let isSecondLook = false;
  let verdict: BooksVerdict | null = null;
  async function step(): Promise<Step> {
    const differences = await look(stores);
    if (differences !== null && differences.length > 0 && !isSecondLook) {
      isSecondLook = true;
      return restFor(times.confirmAfterMs);
    }
    isSecondLook = false;
    if (differences === null) return restFor(times.everyMs); // the stream does not answer
    if (differences.length > 0) log.error(ALARM, { differences: differences.join("; ") });
    verdict = { checkedAt: clock(), differences };
    return restFor(times.everyMs);
  }
  const failing = "could not check whether the books balance; it is tried again";
  return { stage: { name: "books", failing, step }, verdict: () => verdict };
}

const ALARM =
  "the books do not balance: records are missing, or counted wrongly; stop nothing, keep the data directory, " +
  "and compare with GET /v1/admin/status";

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
