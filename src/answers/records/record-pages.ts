/** Reads pages of records from the object store, the newest first, frame by frame. */
import type { ObjectStore } from "../../objects/object-store.ts";
import type { Place } from "../../normaliser/event.ts";
import type { Attributes } from "../../normaliser/records/record.ts";
import type { StoredLine } from "../../vocabulary/otlp.ts";
import { cutPage } from "../../vocabulary/page.ts";
import { type Bytes, type Instant, type Milliseconds, SECOND } from "../../vocabulary/units.ts";
import type { FramePlace } from "../../catalogue/frame-table.ts";
import { type Damage, readFrameLines } from "../../catalogue/frame-text.ts";
import { comparePositions, type RecordPosition } from "./record-position.ts";

/** What log records, spans and points have in common. */
export interface PlacedRecord {
  at: Instant;
  atUnixNano: string;
  place: Place;
  attributes: Attributes;
  resource: Attributes;
  traceId: string | null;
}

/** The records of one stored line, and the key that they came with. */
export interface RecordsOfLine<Kind extends PlacedRecord> {
  keyId: string;
  records: readonly Kind[];
}

/** A record, and the key it came with. */
export interface FoundRecord<Kind extends PlacedRecord = PlacedRecord> {
  record: Kind;
  keyId: string;
  position: RecordPosition;
}

/** What is looked for. */
export interface RecordSearch<Kind extends PlacedRecord> {
  /** Frames that may hold matches, by their newest record, the newest first; taken one by one. */
  frames: AsyncIterable<FramePlace>;
  /** Whether a stored line's text can hold a match; cheap, so that most lines need not be parsed. */
  mayMatch(line: string): boolean;
  recordsOf(line: StoredLine): RecordsOfLine<Kind>;
  matches(found: FoundRecord<Kind>): boolean | Promise<boolean>;
  limit: number;
  /** null for the first page. */
  after: RecordPosition | null;
  /** Hears of each frame that cannot be read; the page goes on without it. */
  damaged(frame: FramePlace, damage: Damage): void;
}

/** Matches in order, and where the next page begins. */
export interface FoundRecords<Kind extends PlacedRecord> {
  found: FoundRecord<Kind>[];
  /** null when there are no more. */
  next: RecordPosition | null;
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
export async function findRecords<Kind extends PlacedRecord>(
  store: ObjectStore,
  search: RecordSearch<Kind>,
): Promise<FoundRecords<Kind>> {
  const startedAt = performance.now();
  let found: FoundRecord<Kind>[] = [];
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
function isComplete(found: readonly FoundRecord[], limit: number, next: FramePlace): boolean {
  const last = found[limit];
  return last !== undefined && last.record.at > next.greatestMs;
}

function cut<Kind extends PlacedRecord>(
  found: readonly FoundRecord<Kind>[],
  limit: number,
): FoundRecords<Kind> {
  const { rows, next } = cutPage(found, limit, (last) => last.position);
  return { found: rows, next };
}

/** Everything after the frame's newest record has been seen; the next page begins there. */
function stopBefore<Kind extends PlacedRecord>(
  found: readonly FoundRecord<Kind>[],
  frame: FramePlace,
  limit: number,
): FoundRecords<Kind> {
  const sure = found.filter(({ record }) => record.at > frame.greatestMs).slice(0, limit);
  if (sure.length === limit) return { found: sure, next: sure.at(-1)?.position ?? null };
  return { found: sure, next: edgeOf(frame) };
}

function edgeOf(frame: FramePlace): RecordPosition {
  return { atUnixNano: `${frame.greatestMs + 1}000000`, sequence: 0, frame: 0, record: 0 };
}

/** Frames of one millisecond are read together, however many: a page that ended between them would begin there again. */
function isBefore(after: RecordPosition | null, edge: RecordPosition): boolean {
  return after === null || comparePositions(edge, after) < 0;
}

/** Adds one by one: a line may hold more records than a call may have arguments. */
async function addMatches<Kind extends PlacedRecord>(
  found: FoundRecord<Kind>[],
  text: string,
  search: RecordSearch<Kind>,
): Promise<void> {
  const { keyId, records } = search.recordsOf(JSON.parse(text) as StoredLine);
  for (const record of records) {
    const match = { record, keyId, position: { atUnixNano: record.atUnixNano, ...record.place } };
    if (search.after !== null && comparePositions(match.position, search.after) >= 0) continue;
    if (await search.matches(match)) found.push(match);
  }
}

function newestFirst(left: FoundRecord, right: FoundRecord): number {
  return comparePositions(right.position, left.position);
}
