/** Reads pages of log records from the object store, the newest first, frame by frame. */
import type { ObjectStore } from "../../objects/object-store.ts";
import type { LogEntry } from "../../normaliser/records/record.ts";
import { readLine } from "../../normaliser/records/read-line.ts";
import type { StoredLine } from "../../vocabulary/otlp.ts";
import { cutPage } from "../../vocabulary/page.ts";
import { SECOND, type Bytes, type Milliseconds } from "../../vocabulary/units.ts";
import type { FramePlace } from "../../catalogue/frame-table.ts";
import { type Damage, readFrameLines } from "../../catalogue/frame-text.ts";
import type { LogPosition } from "./logs-answer.ts";

/** A record, and the key it came with. */
export interface FoundLog {
  record: LogEntry;
  keyId: string;
  position: LogPosition;
}

/** What is looked for. */
export interface LogSearch {
  /** Frames that may hold matches, by their newest record, the newest first; taken one by one. */
  frames: AsyncIterable<FramePlace>;
  /** Whether a stored line's text can hold a match; cheap, so that most lines need not be parsed. */
  mayMatch(line: string): boolean;
  matches(found: FoundLog): boolean | Promise<boolean>;
  limit: number;
  /** null for the first page. */
  after: LogPosition | null;
  /** Hears of each frame that cannot be read; the page goes on without it. */
  damaged(frame: FramePlace, damage: Damage): void;
}

/** Matches in order, and where the next page begins. */
export interface FoundLogs {
  found: FoundLog[];
  /** null when there are no more. */
  next: LogPosition | null;
}

/** What one request may read before it answers with what it has. */
const READ_BYTES: Bytes = 64 * 1024 * 1024;
const READ_MS: Milliseconds = 2 * SECOND;

/**
 * Finds one page.
 *
 * @returns At most `limit` records; fewer, with a position to go on from, when the bound of reading was
 *   reached.
 */
export async function findLogs(store: ObjectStore, search: LogSearch): Promise<FoundLogs> {
  const startedAt = performance.now();
  let found: FoundLog[] = [];
  let bytes = 0;
  for await (const frame of search.frames) {
    if (isComplete(found, search.limit, frame)) return cut(found, search.limit);
    const isEnough = bytes > READ_BYTES || performance.now() - startedAt > READ_MS;
    if (isEnough && isBefore(search.after, edgeOf(frame))) return stopBefore(found, frame, search.limit);
    const lines = await readFrameLines(store, { key: frame.objectKey, ...frame });
    if (!lines.ok) {
      search.damaged(frame, lines.problem);
      continue;
    }
    for (const line of lines.value) {
      bytes += line.length;
      if (search.mayMatch(line)) await addMatches(found, line, search);
    }
    found = found.toSorted(newestFirst).slice(0, search.limit + 1);
  }
  return cut(found, search.limit);
}

// no record of this frame, nor of a later one, can come before the last that is wanted
function isComplete(found: readonly FoundLog[], limit: number, next: FramePlace): boolean {
  const last = found[limit];
  return last !== undefined && last.record.at > next.greatestMs;
}

function cut(found: readonly FoundLog[], limit: number): FoundLogs {
  const { rows, next } = cutPage(found, limit, (last) => last.position);
  return { found: rows, next };
}

/** Everything after the frame's newest record has been seen; the next page begins there. */
function stopBefore(found: readonly FoundLog[], frame: FramePlace, limit: number): FoundLogs {
  const sure = found.filter((log) => log.record.at > frame.greatestMs).slice(0, limit);
  if (sure.length === limit) return { found: sure, next: sure.at(-1)?.position ?? null };
  return { found: sure, next: edgeOf(frame) };
}

function edgeOf(frame: FramePlace): LogPosition {
  return { atUnixNano: `${frame.greatestMs + 1}000000`, sequence: 0, frame: 0, record: 0 };
}

/** Frames of one millisecond are read together, however many: a page that ended between them would begin there again. */
function isBefore(after: LogPosition | null, edge: LogPosition): boolean {
  return after === null || comparePositions(edge, after) < 0;
}

/** Adds one by one: a line may hold more records than a call may have arguments. */
async function addMatches(found: FoundLog[], text: string, search: LogSearch): Promise<void> {
  const { keyId, records } = readLine(JSON.parse(text) as StoredLine);
  for (const record of records) {
    if (record.signal !== "logs") continue;
    const log = { record, keyId, position: { atUnixNano: record.atUnixNano, ...record.place } };
    if (search.after !== null && comparePositions(log.position, search.after) >= 0) continue;
    if (await search.matches(log)) found.push(log);
  }
}

function newestFirst(left: FoundLog, right: FoundLog): number {
  return comparePositions(right.position, left.position);
}

function comparePositions(left: LogPosition, right: LogPosition): number {
  return (
    left.atUnixNano.length - right.atUnixNano.length ||
    (left.atUnixNano === right.atUnixNano ? 0 : left.atUnixNano < right.atUnixNano ? -1 : 1) ||
    left.sequence - right.sequence ||
    left.frame - right.frame ||
    left.record - right.record
  );
}
