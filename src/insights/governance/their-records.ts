/** Takes one person's records out of a stored line. */
import type { Holders } from "../../identity/holders.ts";
import { sessionOf } from "../../normaliser/records/read-record.ts";
import { textOf, unwrapAttributes } from "../../normaliser/records/unwrap.ts";
import { holderIn, idIn } from "../../vocabulary/held-name.ts";
import {
  type KeyValue,
  type LogRecord,
  type Metric,
  type NumberPoint,
  RECEIVED_AT,
  RECEIVED_KEY,
  type Resource,
  type ResourceLogs,
  type ResourceMetrics,
  type ResourceSpans,
  type Span,
  type StoredLine,
} from "../../vocabulary/otlp.ts";
import type { Milliseconds } from "../../vocabulary/units.ts";

/** Ids as agents sent them, by who holds what has them. */
type HeldIds = ReadonlyMap<string, ReadonlySet<string>>;

/** @param names - Names. */
export function idsByHolder(names: readonly string[]): HeldIds {
  const byHolder = Map.groupBy(names, holderIn);
  return new Map([...byHolder].map(([holder, sessions]) => [holder, new Set(sessions.map(idIn))]));
}

/** By what a person's records are known. */
export interface TheirMarks {
  holders: Holders;
  sessions: HeldIds;
  /** Traces and instances of those sessions; their records may name no session. */
  traces: HeldIds;
  instances: HeldIds;
  /** Keys that stand for the person when a record says nothing more… */
  keys: ReadonlySet<string>;
  /** …and arrived at or before this. */
  until: Milliseconds;
  /** Sessions that are known to be somebody else's. */
  others: HeldIds;
}

/** Returns null when nothing is left, the very same line when nothing was taken out. */
export function withoutTheirs(line: StoredLine, marks: TheirMarks): StoredLine | null {
  if (line.resourceLogs !== undefined)
    return strip(line, "resourceLogs", (resource: ResourceLogs) => stripLogs(resource, marks));
  if (line.resourceSpans !== undefined)
    return strip(line, "resourceSpans", (resource: ResourceSpans) => stripSpans(resource, marks));
  return strip(line, "resourceMetrics", (resource: ResourceMetrics) => stripMetrics(resource, marks));
}

/**
 * Returns the holder without what is taken out of its list; null when nothing is left, itself when nothing
 * changed.
 */
function strip<Name extends string, One, Holder extends Partial<Record<Name, One[]>>>(
  holder: Holder,
  name: Name,
  stripOne: (entry: One) => One | null,
): Holder | null {
  const list: readonly One[] = holder[name] ?? [];
  const left = list.map(stripOne);
  if (left.every((entry, index) => entry === list[index])) return holder;
  const kept = left.filter((entry) => entry !== null);
  return kept.length === 0 ? null : { ...holder, [name]: kept };
}

type Scoped<Holder, Name extends keyof Holder> =
  NonNullable<Holder[Name]> extends (infer One)[] ? One : never;
type ScopeLogs = Scoped<ResourceLogs, "scopeLogs">;
type ScopeSpans = Scoped<ResourceSpans, "scopeSpans">;
type ScopeMetrics = Scoped<ResourceMetrics, "scopeMetrics">;

function stripLogs(entry: ResourceLogs, marks: TheirMarks): ResourceLogs | null {
  const isTheirs = owner(entry.resource, marks);
  const stripRecord = (record: LogRecord) => (isTheirs(record.attributes, record.traceId) ? null : record);
  return strip(entry, "scopeLogs", (scope: ScopeLogs) => strip(scope, "logRecords", stripRecord));
}

function stripSpans(entry: ResourceSpans, marks: TheirMarks): ResourceSpans | null {
  const isTheirs = owner(entry.resource, marks);
  const stripSpan = (span: Span) => (isTheirs(span.attributes, span.traceId) ? null : span);
  return strip(entry, "scopeSpans", (scope: ScopeSpans) => strip(scope, "spans", stripSpan));
}

function stripMetrics(entry: ResourceMetrics, marks: TheirMarks): ResourceMetrics | null {
  const isTheirs = owner(entry.resource, marks);
  const stripMetric = (metric: Metric) => stripPoints(metric, isTheirs);
  return strip(entry, "scopeMetrics", (scope: ScopeMetrics) => strip(scope, "metrics", stripMetric));
}

const KINDS = ["sum", "gauge", "histogram", "exponentialHistogram", "summary"] as const;

function stripPoints(metric: Metric, isTheirs: IsTheirs): Metric | null {
  const kind = KINDS.find((kindName) => metric[kindName] !== undefined);
  const held = kind === undefined ? undefined : metric[kind];
  if (kind === undefined || held === undefined) return metric;
  const left = strip(held, "dataPoints", (point: NumberPoint) =>
    isTheirs(point.attributes, undefined) ? null : point,
  );
  if (left === held) return metric;
  return left === null ? null : { ...metric, [kind]: left };
}

type IsTheirs = (attributes: readonly KeyValue[] | undefined, traceId: string | undefined) => boolean;

/**
 * A record is theirs when it names one of their sessions, whatever the attribute is called; when it names none, by its
 * resource, its trace, its instance, and at last by the key it came with.
 */
function owner(resource: Resource | undefined, marks: TheirMarks): IsTheirs {
  const around = unwrapAttributes(resource?.attributes);
  const arrivedAt = Number(BigInt(textOf(around[RECEIVED_AT]) ?? "0") / 1_000_000n);
  const key = textOf(around[RECEIVED_KEY]) ?? "";
  const idsIn = (held: HeldIds) => held.get(marks.holders(key)) ?? NO_IDS;
  const sessions = idsIn(marks.sessions);
  const traces = idsIn(marks.traces);
  const others = idsIn(marks.others);
  const byKey = marks.keys.has(key) && arrivedAt <= marks.until;
  const aroundNames = namesOne(resource?.attributes, sessions);
  const aroundSession = sessionOf(around);
  const byInstance = idsIn(marks.instances).has(textOf(around["service.instance.id"]) ?? "");
  const byKeyUnlessOthers = (session: string) => byKey && !others.has(session);
  return (attributes, traceId) => {
    if (namesOne(attributes, sessions)) return true;
    const ownSession = attributes === undefined ? null : sessionOf(unwrapAttributes([...attributes]));
    if (ownSession !== null) return byKeyUnlessOthers(ownSession);
    if (aroundNames) return true;
    if (aroundSession !== null) return byKeyUnlessOthers(aroundSession);
    return byKey || byInstance || (traceId !== undefined && traces.has(traceId));
  };
}

const NO_IDS: ReadonlySet<string> = new Set();

function namesOne(attributes: readonly KeyValue[] | undefined, ids: ReadonlySet<string>): boolean {
  if (ids.size === 0) return false;
  return attributes?.some(({ value }) => ids.has(String(value?.stringValue ?? value?.intValue))) ?? false;
}
