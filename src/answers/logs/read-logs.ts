/** Answers `GET /v1/telemetry/logs`: every log record that was received, used or not, and what the Claude Code plugin sent. */
import type { Database } from "../../database/open.ts";
import { describeDeveloper, type DeveloperAnswer } from "../../identity/developers/answer.ts";
import { developerOfKey } from "../../identity/developers/of-key.ts";
import { readDevelopers } from "../../identity/developers/directory.ts";
import { readHolders } from "../../identity/holders.ts";
import { resolveWhose, type Whose } from "../../identity/scope.ts";
import type { Attributes, PlainValue } from "../../normaliser/records/record.ts";
import { sessionOf } from "../../normaliser/records/read-record.ts";
import type { PriceTable } from "../../prices/price-table.ts";
import type { ObjectStore } from "../../objects/object-store.ts";
import type { TimelineMemory } from "../../sessions/timeline/memory.ts";
import { readSessionDeveloper } from "../../turns/table.ts";
import { RECEIVED_MARKS } from "../../vocabulary/otlp.ts";
import { sessionName, type AgentSessionId } from "../../vocabulary/held-name.ts";
import { findFrames } from "../../catalogue/frame-table.ts";
import type { DamagedFrame } from "../../writer/upkeep/table.ts";
import { findLogs, type FoundLog } from "./log-pages.ts";
import { mergeNewestFirst } from "./merge-newest-first.ts";
import type { LogRow, LogsPage, LogsQuery } from "./logs-answer.ts";
import { isoTime } from "../../vocabulary/times.ts";

/** What queries read from, and what they remember. */
export interface LogStores {
  database: Database;
  objects: ObjectStore;
  /** The prices in effect. */
  prices: PriceTable;
  timelines: TimelineMemory;
  /** Hears of frames that cannot be read. */
  damaged(frame: DamagedFrame): void;
}

/** Reads one page. */
export async function readLogs(stores: LogStores, query: LogsQuery): Promise<LogsPage> {
  const whose = await resolveWhose(stores.database, query.scope, query.developer);
  if (whose.kind === "nobody") return { logs: [], next: null };
  const authors = createAuthors(stores.database, query.scope.organizationId);
  const { found, next } = await findLogs(stores.objects, {
    frames: framesFor(stores.database, query),
    mayMatch: wordsOf(query),
    matches: (log) => matches(log, query) && isTheirs(log, whose, authors),
    limit: query.limit,
    after: query.after,
    damaged: (frame, damage) =>
      stores.damaged({ objectKey: frame.objectKey, offset: frame.offset, ...damage }),
  });
  return { logs: await Promise.all(found.map((log) => rowOf(log, authors))), next };
}

function framesFor(database: Database, query: LogsQuery) {
  const { after, scope } = query;
  // whole numbers of nanoseconds are beyond what a number holds exactly
  const newest = after === null ? query.to : Number(BigInt(after.atUnixNano) / 1_000_000n) + 1;
  const filter = {
    organization: scope.organizationId,
    from: query.from,
    to: Math.min(query.to, newest),
    session: query.sessionId,
    event: query.event,
  };
  return mergeNewestFirst(
    findFrames(database, { ...filter, signal: "logs" }),
    findFrames(database, { ...filter, signal: "prompts" }),
  );
}

/** A record that matches has these words in its line, written as JSON writes them. */
function wordsOf({ sessionId, event }: LogsQuery): (line: string) => boolean {
  const words = [sessionId, event]
    .filter((word) => word !== null)
    .map((word) => JSON.stringify(word).slice(1, -1));
  return (line) => words.every((word) => line.includes(word));
}

function matches({ record }: FoundLog, query: LogsQuery): boolean {
  return (
    record.at >= query.from &&
    record.at < query.to &&
    // agents may send numbers below those that OTLP knows
    (query.severity === null || (record.severity ?? 0) >= query.severity) &&
    isWanted(sessionIdOf(record), query.sessionId) &&
    isWanted(record.attributes["event.name"], query.event) &&
    (query.text === null ||
      holdsText([record.body, ...Object.values(record.attributes)], query.text.toLowerCase()))
  );
}

function isWanted(value: PlainValue | undefined, wanted: string | null): boolean {
  return wanted === null || value === wanted;
}

function sessionIdOf(record: FoundLog["record"]): AgentSessionId | null {
  return sessionOf(record.attributes) ?? sessionOf(record.resource);
}

function holdsText(values: readonly PlainValue[], text: string): boolean {
  return values.some((value) => {
    if (value === null) return false;
    if (Array.isArray(value)) return holdsText(value, text);
    if (typeof value === "object") return holdsText(Object.values(value), text);
    return String(value).toLowerCase().includes(text);
  });
}

/** Finds whose record it is: the developer of the session as the record's key holds it, else the key's. */
type Authors = (found: FoundLog) => Promise<DeveloperAnswer>;

function createAuthors(database: Database, organizationId: string): Authors {
  const known = new Map<string, Promise<DeveloperAnswer>>();
  const developers = readDevelopers(database, organizationId);
  const holders = readHolders(database);
  async function find(session: AgentSessionId | null, keyId: string): Promise<DeveloperAnswer> {
    const held = session === null ? null : sessionName((await holders)(keyId), session);
    const id = held === null ? null : await readSessionDeveloper(database, organizationId, held);
    const ofSession = id === null ? undefined : (await developers).get(id);
    return describeDeveloper(ofSession ?? (await developerOfKey(database, { organizationId, keyId })));
  }
  return ({ record, keyId }) => {
    const session = sessionIdOf(record);
    const name = `${keyId} ${session ?? ""}`;
    const author = known.get(name) ?? find(session, keyId);
    known.set(name, author);
    return author;
  };
}

async function isTheirs(found: FoundLog, whose: Whose, authors: Authors): Promise<boolean> {
  return (
    whose.kind === "everybody" || (whose.kind === "one" && (await authors(found)).id === whose.developerId)
  );
}

async function rowOf(found: FoundLog, authors: Authors): Promise<LogRow> {
  const { record } = found;
  const event = record.attributes["event.name"];
  return {
    timestamp: isoTime(record.at),
    event: typeof event === "string" ? event : null,
    severity: record.severity,
    body: record.body,
    attributes: record.attributes,
    resource: withoutMarks(record.resource),
    scope: { name: record.scope.name || null, version: record.scope.version || null },
    sessionId: sessionIdOf(record),
    developer: await authors(found),
  };
}

/** What the writer noted about the arrival is no attribute that anybody sent. */
function withoutMarks(resource: Attributes): Attributes {
  const sent: Record<string, PlainValue> = Object.create(null);
  for (const [key, value] of Object.entries(resource)) if (!RECEIVED_MARKS.has(key)) sent[key] = value;
  return sent;
}
