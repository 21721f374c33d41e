/** Turns one request into the lines that are stored: canonical, redacted, and marked with where they came from. */
import { walkBody } from "../ingest/walk/walk.ts";
import type { Redactor } from "../privacy/redactor.ts";
import { recordsIn, type StreamRequest } from "../stream/request.ts";
import {
  RECEIVED_AT,
  RECEIVED_KEY,
  RECEIVED_SEQUENCE,
  RECEIVED_SIGNAL,
  type KeyValue,
  type Signal,
  type StoredLine,
  type StoredSignal,
} from "../vocabulary/otlp.ts";
import { writeLinePlace } from "../catalogue/line-place.ts";
import type { Bytes, Milliseconds } from "../vocabulary/units.ts";
import { canonicalise, type CanonicalResource } from "./canonical/canonical.ts";
import type { ObjectLine } from "./object-builder.ts";
import { cutIntoPieces, weightOf } from "./pieces.ts";
import { countPoints } from "./points.ts";
import type { Amount } from "../books/progress-table.ts";
import { agentSessionId } from "../vocabulary/held-name.ts";

/** One line and the kind of object it belongs into. */
export interface SignalLine {
  signal: StoredSignal;
  line: ObjectLine;
}

/** Where a request is in the stream. */
export interface FramePlace {
  sequence: number;
  frame: number;
}

/**
 * Returns a line for each resource, or for each piece of a large one, in the order of the body.
 *
 * @param request - A request whose body ingest has accepted.
 */
export function linesOf(request: StreamRequest, place: FramePlace, redactor: Redactor): SignalLine[] {
  const lines = makeLines(request, place, redactor);
  if (request.header.bytes > COLLECTED_FROM) Bun.gc(true);
  return lines;
}

/** What such a body was parsed to may be ten times as large, and would still be there while its lines are read again. */
const COLLECTED_FROM: Bytes = 4 * 1024 * 1024;

function makeLines(request: StreamRequest, place: FramePlace, redactor: Redactor): SignalLine[] {
  const { header } = request;
  const body: unknown = JSON.parse(request.body);
  const counted: Record<Signal, number> = { logs: 0, metrics: 0, traces: 0 };
  const lines: SignalLine[] = [];
  const redactedBefore = countRedacted(redactor);
  const whole = canonicalise(body, { rejected: header.rejected, redact: redactor });
  const isAsSent = countRedacted(redactor) === redactedBefore;
  const recordBytes = header.bytes / Math.max(1, sumOver(whole, weightOf));
  const resources = whole.flatMap((resource) => cutIntoPieces(resource, recordBytes));
  const boundsOf = isAsSent ? boundsFor(request, resources) : boundsOfLines(request);
  for (const entry of resources) {
    const firstRecord = counted[entry.signal];
    const records = countRecords(entry);
    counted[entry.signal] += records;
    const signal = header.path === "prompts" ? "prompts" : entry.signal;
    markResource(entry, [
      text(RECEIVED_AT, header.receivedAtUnixNano),
      text(RECEIVED_KEY, header.key),
      text(RECEIVED_SEQUENCE, writeLinePlace({ ...place, first: firstRecord, left: null })),
      ...(signal === "prompts" ? [text(RECEIVED_SIGNAL, signal)] : []),
    ]);
    lines.push({
      signal,
      line: { ...boundsOf(entry), text: textOf(entry), records, events: eventsIn(entry) },
    });
  }
  return lines;
}

const DIGITS_BELOW_A_MILLISECOND = 6;

/** When a request arrived, in whole milliseconds. */
export function arrivalOf(request: StreamRequest): Milliseconds {
  return Number(request.header.receivedAtUnixNano.slice(0, -DIGITS_BELOW_A_MILLISECOND));
}

/** What one request counts for in the books. */
export function amountOf({ header }: StreamRequest): Amount {
  return { frames: 1, records: recordsIn(header) };
}

type Bounds = Pick<ObjectLine, "leastMs" | "greatestMs" | "sessions">;

/** How many texts the rules have changed; what a capture mode leaves out names no session. */
function countRedacted({ counts }: Redactor): number {
  let redacted = 0;
  for (const name in counts) if (name !== "withheld") redacted += counts[name] ?? 0;
  return redacted;
}

/**
 * Returns the times and sessions of each resource. Those of the request hold for its only resource, and of
 * one session for all; with many of both each resource is looked at again, because all sessions in each line
 * grow with the square.
 *
 * @param resources - Resources in which nothing was redacted.
 */
function boundsFor(
  request: StreamRequest,
  resources: readonly CanonicalResource[],
): (resource: CanonicalResource) => Bounds {
  const { header } = request;
  if (resources.length > 1 && header.sessions.length > 1) return boundsOfLines(request);
  const arrival = arrivalOf(request);
  const sessions = header.sessions.map((session) => agentSessionId(session.toWellFormed())); // as the lines have them
  const bounds = { leastMs: header.leastMs ?? arrival, greatestMs: header.greatestMs ?? arrival, sessions };
  return () => bounds;
}

/** The same, from the lines themselves: the request's own would name a session by what was redacted in them. */
function boundsOfLines(request: StreamRequest): (resource: CanonicalResource) => Bounds {
  const arrival = arrivalOf(request);
  return (resource) => {
    const found = walkBody(lineOf(resource));
    if (!found.ok) throw new Error(`BUG: a canonical resource is no OTLP: ${found.problem.description}`);
    return { ...found.value.boundsAt(arrival), sessions: found.value.sessions.map(agentSessionId) };
  };
}

function text(key: string, value: string): KeyValue {
  return { key, value: { stringValue: value } };
}

function markResource({ entry }: CanonicalResource, marks: KeyValue[]): void {
  entry.resource = { ...entry.resource, attributes: [...(entry.resource?.attributes ?? []), ...marks] };
}

function textOf(resource: CanonicalResource): string {
  return JSON.stringify(lineOf(resource));
}

function lineOf({ signal, entry }: CanonicalResource): StoredLine {
  return { [CONTAINERS[signal]]: [entry] };
}

const CONTAINERS = { logs: "resourceLogs", metrics: "resourceMetrics", traces: "resourceSpans" } as const;

/** Returns how many log records, spans or points a resource holds. */
export function countRecords(resource: CanonicalResource): number {
  switch (resource.signal) {
    case "logs":
      return sumOver(resource.entry.scopeLogs, (scope) => scope.logRecords?.length ?? 0);
    case "traces":
      return sumOver(resource.entry.scopeSpans, (scope) => scope.spans?.length ?? 0);
    case "metrics":
      return sumOver(resource.entry.scopeMetrics, (scope) => sumOver(scope.metrics, countPoints));
  }
}

function sumOver<One>(list: readonly One[] | undefined, countOne: (entry: One) => number): number {
  return (list ?? []).reduce((count, entry) => count + countOne(entry), 0);
}

/** Returns the names of a resource's events. */
export function eventsIn(resource: CanonicalResource): string[] {
  if (resource.signal !== "logs") return [];
  const names = new Set<string>();
  for (const scope of resource.entry.scopeLogs ?? []) {
    for (const record of scope.logRecords ?? []) {
      const name = record.attributes?.findLast(isEventName)?.value?.stringValue;
      if (name !== undefined) names.add(name);
    }
  }
  return [...names];
}

/** As records are read: of several names the last that is not empty. */
function isEventName({ key, value }: KeyValue): boolean {
  return key === "event.name" && value?.stringValue !== undefined && value.stringValue !== "";
}
