/** Answers a page of records of one kind: which are asked for, whose they are, and what is shown of each. */
import type { Database } from "../../database/open.ts";
import type { DeveloperAnswer } from "../../identity/developers/answer.ts";
import { resolveWhose, type Whose } from "../../identity/scope.ts";
import type { PlainValue, Surroundings } from "../../normaliser/records/record.ts";
import type { PriceTable } from "../../prices/price-table.ts";
import type { ObjectStore } from "../../objects/object-store.ts";
import type { TimelineMemory } from "../../sessions/timeline/memory.ts";
import type { AgentSessionId } from "../../vocabulary/held-name.ts";
import type { StoredLine, StoredSignal } from "../../vocabulary/otlp.ts";
import { findFrames, type FramePlace } from "../../catalogue/frame-table.ts";
import type { DamagedFrame } from "../../writer/upkeep/table.ts";
import { type Authors, createAuthors, sessionIdOf } from "./authors.ts";
import { mergeNewestFirst } from "./merge-newest-first.ts";
import { originOf, type RecordsQuery } from "./record-answer.ts";
import { findRecords, type FoundRecord, type PlacedRecord, type RecordsOfLine } from "./record-pages.ts";
import type { RecordPosition } from "./record-position.ts";

/** What queries read from, and what they remember. */
export interface ReadStores {
  database: Database;
  objects: ObjectStore;
  /** The prices in effect. */
  prices: PriceTable;
  timelines: TimelineMemory;
  /** Hears of frames that cannot be read. */
  damaged(frame: DamagedFrame): void;
}

/** One kind of records, and which of them are wanted. */
export interface RecordKind<Kind extends PlacedRecord & Surroundings, Row> {
  /** What the objects hold them as. */
  signals: readonly [StoredSignal, ...StoredSignal[]];
  recordsOf(line: StoredLine): RecordsOfLine<Kind>;
  /** What must be in a line's text and, if they are events, in the catalogue; null for nothing. */
  word: string | null;
  /** An event by which the catalogue finds frames; null for none. */
  event: string | null;
  isWanted(record: Kind): boolean;
  /** The values in which a text is looked for. */
  textsOf(record: Kind): readonly PlainValue[];
  /** What is shown in addition to where a record is from and whose it is. */
  shown(record: Kind): Row;
}

/** Where a record is from and whose it is, as answers show it. */
export type RecordOrigin = ReturnType<typeof originOf> & {
  sessionId: AgentSessionId | null;
  developer: DeveloperAnswer;
};

/** One page; it may be shorter than the limit although there are more. */
export interface RecordsPage<Row> {
  rows: (Row & RecordOrigin)[];
  /** null when there are no more. */
  next: RecordPosition | null;
}

/** Reads one page. */
export async function readRecords<Kind extends PlacedRecord & Surroundings, Row>(
  stores: ReadStores,
  query: RecordsQuery,
  kind: RecordKind<Kind, Row>,
): Promise<RecordsPage<Row>> {
  const whose = await resolveWhose(stores.database, query.scope, query.developer);
  if (whose.kind === "nobody") return { rows: [], next: null };
  const authors = createAuthors(stores.database, query.scope.organizationId);
  const { found, next } = await findRecords(stores.objects, {
    frames: framesFor(stores.database, query, kind),
    mayMatch: wordsOf([query.sessionId, kind.word]),
    recordsOf: kind.recordsOf,
    matches: (match) => matches(match.record, query, kind) && isTheirs(match, whose, authors),
    limit: query.limit,
    after: query.after,
    damaged: (frame, damage) =>
      stores.damaged({ objectKey: frame.objectKey, offset: frame.offset, ...damage }),
  });
  return { rows: await Promise.all(found.map((match) => rowOf(match, kind, authors))), next };
}

function framesFor(
  database: Database,
  { after, scope, from, to, sessionId }: RecordsQuery,
  { signals, event }: Pick<RecordKind<never, unknown>, "signals" | "event">,
): AsyncGenerator<FramePlace, void> {
  // whole numbers of nanoseconds are beyond what a number holds exactly
  const newest = after === null ? to : Number(BigInt(after.atUnixNano) / 1_000_000n) + 1;
  const organization = scope.organizationId;
  const filter = { organization, from, to: Math.min(to, newest), session: sessionId, event };
  const [first, ...others] = signals.map((signal) => findFrames(database, { ...filter, signal }));
  if (first === undefined) throw new Error("BUG: records of no signal are asked for");
  return others.reduce(mergeNewestFirst, first);
}

/** A record that matches has these words in its line, written as JSON writes them. */
function wordsOf(wanted: readonly (string | null)[]): (line: string) => boolean {
  const words = wanted.filter((word) => word !== null).map((word) => JSON.stringify(word).slice(1, -1));
  return (line) => words.every((word) => line.includes(word));
}

function matches<Kind extends PlacedRecord>(
  record: Kind,
  { from, to, sessionId, text }: RecordsQuery,
  { isWanted, textsOf }: Pick<RecordKind<Kind & Surroundings, unknown>, "isWanted" | "textsOf">,
): boolean {
  return (
    record.at >= from &&
    record.at < to &&
    (sessionId === null || sessionIdOf(record) === sessionId) &&
    isWanted(record as Kind & Surroundings) &&
    (text === null || holdsText(textsOf(record as Kind & Surroundings), text.toLowerCase()))
  );
}

function holdsText(values: readonly PlainValue[], text: string): boolean {
  return values.some((value) => {
    if (value === null) return false;
    if (Array.isArray(value)) return holdsText(value, text);
    if (typeof value === "object") return holdsText(Object.values(value), text);
    return String(value).toLowerCase().includes(text);
  });
}

async function isTheirs(found: FoundRecord, whose: Whose, authors: Authors): Promise<boolean> {
  return (
    whose.kind === "everybody" || (whose.kind === "one" && (await authors(found)).id === whose.developerId)
  );
}

async function rowOf<Kind extends PlacedRecord & Surroundings, Row>(
  found: FoundRecord<Kind>,
  { shown }: Pick<RecordKind<Kind, Row>, "shown">,
  authors: Authors,
): Promise<Row & RecordOrigin> {
  const { record } = found;
  const developer = await authors(found);
  return { ...shown(record), ...originOf(record), sessionId: sessionIdOf(record), developer };
}
