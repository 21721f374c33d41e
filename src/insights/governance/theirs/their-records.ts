/** Divides a stored line between one person's records and those of everybody else. */
import type { Holders } from "../../../identity/holders.ts";
import type { Place } from "../../../normaliser/event.ts";
import { placeIn, placeOfLine } from "../../../normaliser/records/read-line.ts";
import { isReadPoint, sessionOf } from "../../../normaliser/records/read-record.ts";
import { textOf, unwrapAttributes } from "../../../normaliser/records/unwrap.ts";
import {
  agentSessionId,
  heldId,
  holderIn,
  sessionName,
  type AgentSessionId,
} from "../../../vocabulary/held-name.ts";
import {
  type KeyValue,
  type LogRecord,
  type Metric,
  type NumberPoint,
  RECEIVED_AT,
  RECEIVED_KEY,
  RECEIVED_SEQUENCE,
  type Resource,
  type ResourceLogs,
  type ResourceMetrics,
  type ResourceSpans,
  type Span,
  type StoredLine,
} from "../../../vocabulary/otlp.ts";
import { type LinePlace, writeLinePlace } from "../../../catalogue/line-place.ts";
import type { Instant } from "../../../vocabulary/units.ts";
import type { IsOthersPart } from "./parts-of-others.ts";

/** Ids as agents sent them, by who holds what has them. */
type HeldIds = ReadonlyMap<string, ReadonlySet<string>>;

/** @param names - Names of sessions, traces or instances. */
export function idsByHolder(names: readonly string[]): HeldIds {
  const byHolder = Map.groupBy(names, holderIn);
  return new Map([...byHolder].map(([holder, held]) => [holder, new Set(held.map(heldId))]));
}

/** By what a person's records are known. */
export interface TheirMarks {
  holders: Holders;
  sessions: HeldIds;
  /** Whether a record of one of those sessions is in a part that is another person's. */
  isOthersPart: IsOthersPart;
  /** Traces and instances of those sessions; their records may name no session. */
  traces: HeldIds;
  instances: HeldIds;
  /** Keys that identify the person when a record says nothing more… */
  keys: ReadonlySet<string>;
  /** …and arrived at or before this. */
  until: Instant;
  /** Sessions that are known to be somebody else's. */
  others: HeldIds;
}

/** Takes the person's records out; returns null when nothing is left, the very same line when nothing was taken out. */
export function withoutTheirs(line: StoredLine, marks: TheirMarks): StoredLine | null {
  return divide(line, { marks, keeps: (isTheirs) => !isTheirs });
}

/** Takes everybody else's records out; returns null when nothing is left, the very same line when nothing was taken out. */
export function onlyTheirs(line: StoredLine, marks: TheirMarks): StoredLine | null {
  return divide(line, { marks, keeps: (isTheirs) => isTheirs });
}

/** By what records are known to be the person's, and which are kept then. */
interface Division {
  marks: TheirMarks;
  keeps(isTheirs: boolean): boolean;
}

function divide(line: StoredLine, division: Division): StoredLine | null {
  if (line.resourceLogs !== undefined)
    return strip(line, "resourceLogs", (resource: ResourceLogs) => stripLogs(resource, division));
  if (line.resourceSpans !== undefined)
    return strip(line, "resourceSpans", (resource: ResourceSpans) => stripSpans(resource, division));
  return strip(line, "resourceMetrics", (resource: ResourceMetrics) => stripMetrics(resource, division));
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

function stripLogs(entry: ResourceLogs, division: Division): ResourceLogs | null {
  const isKept = keeper(entry.resource, division);
  const records = new RecordsOfLine(entry.resource);
  const stripRecord = (record: LogRecord) => records.strip(record, (place) => isKept(record, place));
  return records.remember(
    strip(entry, "scopeLogs", (scope: ScopeLogs) => strip(scope, "logRecords", stripRecord)),
  );
}

function stripSpans(entry: ResourceSpans, division: Division): ResourceSpans | null {
  const isKept = keeper(entry.resource, division);
  const records = new RecordsOfLine(entry.resource);
  const stripSpan = (span: Span) => records.strip(span, (place) => isKept(span, place));
  return records.remember(
    strip(entry, "scopeSpans", (scope: ScopeSpans) => strip(scope, "spans", stripSpan)),
  );
}

function stripMetrics(entry: ResourceMetrics, division: Division): ResourceMetrics | null {
  const isKept = keeper(entry.resource, division);
  const records = new RecordsOfLine(entry.resource);
  const stripPoint = (metric: Metric) => (point: NumberPoint) => {
    if (isReadPoint(metric, point)) return records.strip(point, (place) => isKept(point, place));
    return isKept(point, records.place) ? point : null;
  };
  const stripMetric = (metric: Metric) => stripPoints(metric, stripPoint(metric));
  return records.remember(
    strip(entry, "scopeMetrics", (scope: ScopeMetrics) => strip(scope, "metrics", stripMetric)),
  );
}

/** The records of a line, one after the other, and which of them are left. */
class RecordsOfLine {
  private readonly line: LinePlace;
  private readonly left: number[] = [];
  private index = 0;

  constructor(private readonly resource: Resource | undefined) {
    this.line = placeOfLine(unwrapAttributes(resource?.attributes));
  }

  /** The place of the next record. */
  get place(): Place {
    return placeIn(this.line, this.index);
  }

  strip<Record>(record: Record, isKept: (place: Place) => boolean): Record | null {
    const { place } = this;
    this.index += 1;
    if (!isKept(place)) return null;
    this.left.push(place.record - this.line.first);
    return record;
  }

  /** Notes in the line which records are left: these keep their places in the stream, where parts of sessions begin. */
  remember<Entry extends { resource?: Resource }>(entry: Entry | null): Entry | null {
    const { resource } = this;
    if (entry === null || resource === undefined || this.left.length === this.index) return entry;
    const mark = { stringValue: writeLinePlace({ ...this.line, left: this.left }) };
    const attributes = (resource.attributes ?? []).map((attribute) =>
      attribute.key === RECEIVED_SEQUENCE ? { ...attribute, value: mark } : attribute,
    );
    return { ...entry, resource: { ...resource, attributes } };
  }
}

const KINDS = ["sum", "gauge", "histogram", "exponentialHistogram", "summary"] as const;

function stripPoints(metric: Metric, stripPoint: (point: NumberPoint) => NumberPoint | null): Metric | null {
  const kind = KINDS.find((kindName) => metric[kindName] !== undefined);
  const held = kind === undefined ? undefined : metric[kind];
  if (kind === undefined || held === undefined) return metric;
  const left = strip(held, "dataPoints", stripPoint);
  if (left === held) return metric;
  return left === null ? null : { ...metric, [kind]: left };
}

type IsTheirs = (record: { attributes?: readonly KeyValue[]; traceId?: string }, place: Place) => boolean;

function keeper(resource: Resource | undefined, { marks, keeps }: Division): IsTheirs {
  const isTheirs = owner(resource, marks);
  return (record, place) => keeps(isTheirs(record, place));
}

/**
 * A record is theirs when it names one of their sessions, whatever the attribute is called; when it names none, by its
 * resource, its trace, its instance, and at last by the key it came with.
 */
function owner(resource: Resource | undefined, marks: TheirMarks): IsTheirs {
  const around = unwrapAttributes(resource?.attributes);
  const arrivedAt = Number(BigInt(textOf(around[RECEIVED_AT]) ?? "0") / 1_000_000n);
  const key = textOf(around[RECEIVED_KEY]) ?? "";
  const holder = marks.holders(key);
  const idsIn = (held: HeldIds) => held.get(holder) ?? NO_IDS;
  const sessions = idsIn(marks.sessions);
  const traces = idsIn(marks.traces);
  const others = idsIn(marks.others);
  const byKey = marks.keys.has(key) && arrivedAt <= marks.until;
  const aroundIds = idsNamed(resource?.attributes, sessions);
  const aroundSession = sessionOf(around);
  const byInstance = idsIn(marks.instances).has(textOf(around["service.instance.id"]) ?? "");
  const byKeyUnlessOthers = (session: AgentSessionId) => byKey && !others.has(session);
  return ({ attributes, traceId }, place) => {
    const isInTheirPart = (id: string) => !marks.isOthersPart(sessionName(holder, agentSessionId(id)), place);
    if (idsNamed(attributes, sessions).some(isInTheirPart)) return true;
    const ownSession = attributes === undefined ? null : sessionOf(unwrapAttributes([...attributes]));
    if (ownSession !== null) return byKeyUnlessOthers(ownSession);
    if (aroundIds.some(isInTheirPart)) return true;
    if (aroundSession !== null) return byKeyUnlessOthers(aroundSession);
    return byKey || byInstance || (traceId !== undefined && traces.has(traceId));
  };
}

const NO_IDS: ReadonlySet<string> = new Set();

/** Returns those of the ids that are the value of any of the attributes. */
function idsNamed(attributes: readonly KeyValue[] | undefined, ids: ReadonlySet<string>): readonly string[] {
  if (ids.size === 0 || attributes === undefined) return NONE;
  const named = attributes.map(({ value }) => String(value?.stringValue ?? value?.intValue));
  return named.filter((id) => ids.has(id));
}

const NONE: readonly string[] = [];
