/** Looks once a minute whether the books balance, and says so aloud when they do not. */
import type { Database } from "../../database/open.ts";
import type { AcknowledgedReading } from "../stream/open-acknowledged.ts";
import type { StreamConnection } from "../../stream/connection.ts";
import { readNewestTotals, readStreamState } from "../../stream/telemetry-stream.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import type { Log } from "../../vocabulary/log.ts";
import { restFor, type Stage, type Step } from "../../vocabulary/stage.ts";
import { type Instant, type Milliseconds, MINUTE, SECOND } from "../../vocabulary/units.ts";
import { balance, describeDifferences, type StreamFill } from "../../books/books.ts";
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
  /** What was acknowledged, and what of it is lost. */
  acknowledged: AcknowledgedReading;
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

async function look({ database, connection, acknowledged }: WatchedStores): Promise<string[] | null> {
  const stream = await readStream({ connection, acknowledged }).catch(() => null);
  if (stream === null) return null;
  const position = (await readPosition(database, "writer"))?.sequence ?? 0;
  const figures = await readFigures(database);
  await forgetWritten({ ...stream, written: figures.publishers }, acknowledged);
  return describeDifferences(balance(figures, { ...stream, position }));
}

/** What is forgotten too late is forgotten at the next look. */
async function forgetWritten(
  { noted, newest, written }: Pick<StreamFill, "noted" | "newest"> & { written: StreamFill["newest"] },
  acknowledged: AcknowledgedReading,
): Promise<void> {
  for (const [publisher, totals] of noted?.acknowledged ?? []) {
    const isWritten = totals.frames <= (written.get(publisher)?.frames ?? 0);
    if (isWritten && !newest.has(publisher)) await acknowledged.forget(publisher, totals).catch(() => {});
  }
}

async function readStream({ connection, acknowledged }: Pick<WatchedStores, "connection" | "acknowledged">) {
  const noted = await acknowledged.read(); // first: what is acknowledged later must not seem to be missing
  return { noted, ...(await readStreamState(connection)), newest: await readNewestTotals(connection) };
}
