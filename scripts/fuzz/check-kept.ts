/** Whether a server has everything that it accepted, and can show it. */
import { sql } from "kysely";
import { join } from "node:path";
import { type Account, type Amount, readBooks } from "../../src/books/progress-table.ts";
import { openDatabase } from "../../src/database/open.ts";

/** A running server and its data directory. */
export interface Attacked {
  url: string;
  /** An admin's key. */
  key: string;
  directory: string;
  /** Requests that were sent again after a 503; of those the first may have been kept all the same. */
  sentAgain: number;
}

/** What it holds, and what is wrong with that. */
export interface Kept {
  acceptedRecords: number;
  examinedRecords: number;
  logsRead: number;
  faults: string[];
}

const PATIENCE_MS = 300_000;
const EVER = "from=1970-01-01T00:00:00Z&to=2600-01-01T00:00:00Z&limit=500";

/** Waits until everything is examined, then reads all log records back. */
export async function checkKept({ url, key, directory, sentAgain }: Attacked): Promise<Kept> {
  const headers = { authorization: `Bearer ${key}` };
  const accepted = await acceptedIn(url, headers);
  const { books, heldLogs } = await settledBooks(directory, accepted);
  const { persisted, duplicate, quarantined, examined } = books;
  const faults: string[] = [];
  const counted = persisted.records + duplicate.records + quarantined.records;
  if (counted < accepted || (counted > accepted && sentAgain === 0))
    faults.push(`${accepted} records accepted, ${counted} in the books`);
  if (examined.records !== persisted.records) faults.push("not everything is examined");
  if (quarantined.records > 0) faults.push(`${quarantined.records} records could not be written`);
  const logs = await readLogs(url, headers);
  if (typeof logs === "string") faults.push(logs);
  const logsRead = typeof logs === "string" ? 0 : logs;
  if (logsRead !== heldLogs) faults.push(`${heldLogs} log records are held, ${logsRead} can be read`);
  if ((await fetch(`${url}/health`)).status !== 200) faults.push("/health complains");
  return { acceptedRecords: accepted, examinedRecords: examined.records, logsRead, faults };
}

async function acceptedIn(url: string, headers: Record<string, string>): Promise<number> {
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  const lines = text.matchAll(/^scoring_accepted_records_total\S* (\d+)/gm);
  return [...lines].reduce((sum, [, count]) => sum + Number(count), 0);
}

interface Written {
  books: Record<Account, Amount>;
  heldLogs: number;
}

async function settledBooks(directory: string, accepted: number): Promise<Written> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const written = await booksIn(directory);
    const { persisted, duplicate, quarantined, examined } = written.books;
    const isWritten = persisted.records + duplicate.records + quarantined.records >= accepted;
    if ((isWritten && examined.records === persisted.records) || performance.now() > giveUpAt) return written;
    await Bun.sleep(100);
  }
}

async function booksIn(directory: string): Promise<Written> {
  const database = openDatabase(join(directory, "scoring.db"), "read");
  try {
    const held = sql<{
      records: number | null;
    }>`SELECT sum(records) AS records FROM objects WHERE signal = 'logs'`;
    const [row] = (await held.execute(database)).rows;
    return { books: await readBooks(database), heldLogs: row?.records ?? 0 };
  } finally {
    await database.destroy();
  }
}

/** Returns how many there are; what was wrong when a page cannot be had. */
async function readLogs(url: string, headers: Record<string, string>): Promise<number | string> {
  let count = 0;
  for (let cursor: string | null = ""; cursor !== null;) {
    const page = cursor === "" ? "" : `&cursor=${cursor}`;
    const answer = await fetch(`${url}/v1/telemetry/logs?${EVER}${page}`, { headers });
    if (answer.status !== 200) return `a page of logs is answered ${answer.status}: ${await answer.text()}`;
    const { logs, nextCursor } = (await answer.json()) as { logs: unknown[]; nextCursor: string | null };
    count += logs.length;
    cursor = nextCursor;
  }
  return count;
}
