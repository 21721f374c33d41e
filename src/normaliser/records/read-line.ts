/** Turns one stored line, canonical OTLP of one resource, into the records that dialects read. */
import type { Agent } from "../dialects/agents.ts";
import {
  type LogRecord,
  type Metric,
  RECEIVED_AT,
  RECEIVED_KEY,
  RECEIVED_SEQUENCE,
  type Resource,
  type Scope,
  type Span,
  type StoredLine,
} from "../../vocabulary/otlp.ts";
import { type LinePlace, readLinePlace } from "../../catalogue/line-place.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { Place } from "../event.ts";
import { isCaptured } from "../captured/read-captured.ts";
import { agentOfCaptured, agentOfScope, agentOfService } from "./agent-of.ts";
import { type Around, readLog, readPoints, readSpan, type SentRecord } from "./read-record.ts";
import type { Attributes } from "./record.ts";
import { millisecondsOf } from "./record-time.ts";
import { textOf, unwrapAttributes } from "./unwrap.ts";
import type { AgentSessionId } from "../../vocabulary/held-name.ts";

/** A session as its sender names it: another key may use the same name. */
export interface SessionOfKey {
  session: AgentSessionId;
  keyId: string;
}

/** What the line itself does not say. */
export interface LineOptions {
  /** The agent that a session is known to belong to, asked where service and scope are unknown. */
  agentOfSession?: (session: SessionOfKey) => Agent | null;
}

/** A stored line's records, in the order in which they were sent. */
export interface Line {
  keyId: string;
  receivedAt: Instant;
  records: SentRecord[];
}

/** One scope's share of a line; only one of the three lists holds anything. */
interface Group {
  scope: Scope;
  logs: readonly LogRecord[];
  spans: readonly Span[];
  metrics: readonly Metric[];
}

/**
 * Reads one stored line.
 *
 * @returns Log records, spans and points of sums; other metrics are no records.
 * @param line - Canonical OTLP with the resource attributes that the writer adds.
 */
export function readLine(line: StoredLine, options: LineOptions = {}): Line {
  const resource = unwrapAttributes(resourceOf(line)?.attributes);
  const linePlace = placeOfLine(resource);
  const groups = groupsOf(line);
  const records: SentRecord[] = [];
  const agentOfGroup = agentFinder(resource, groups, options);
  for (const group of groups) {
    const agentOf = agentOfGroup(group);
    const nextPlace = () => placeIn(linePlace, records.length);
    readGroup(group, { resource, scope: scopeOf(group), agentOf, nextPlace }, records);
  }
  return {
    keyId: keyOf(resource),
    receivedAt: millisecondsOf(textOf(resource[RECEIVED_AT]) ?? "0"),
    records,
  };
}

/** The key that the line came with. */
function keyOf(resource: Attributes): string {
  return textOf(resource[RECEIVED_KEY]) ?? "";
}

/** Each record takes its place from the number of records before it, so they are read one by one. */
function readGroup(group: Group, around: Around, records: SentRecord[]): void {
  for (const log of group.logs) records.push(readLog(log, around));
  for (const span of group.spans) records.push(readSpan(span, around));
  for (const metric of group.metrics) readPoints(metric, around, (point) => records.push(point));
}

function scopeOf({ scope }: Group): Around["scope"] {
  return { name: scope.name ?? "", version: scope.version ?? "" };
}

function resourceOf(line: StoredLine): Resource | undefined {
  return (line.resourceLogs ?? line.resourceSpans ?? line.resourceMetrics)?.[0]?.resource;
}

function groupsOf(line: StoredLine): Group[] {
  const logs = (line.resourceLogs ?? []).flatMap((resource) => resource.scopeLogs ?? []);
  const spans = (line.resourceSpans ?? []).flatMap((resource) => resource.scopeSpans ?? []);
  const metrics = (line.resourceMetrics ?? []).flatMap((resource) => resource.scopeMetrics ?? []);
  return [
    ...logs.map((scope) => group(scope.scope, { logs: scope.logRecords ?? [] })),
    ...spans.map((scope) => group(scope.scope, { spans: scope.spans ?? [] })),
    ...metrics.map((scope) => group(scope.scope, { metrics: scope.metrics ?? [] })),
  ];
}

function group(scope: Scope | undefined, content: Partial<Group>): Group {
  return { scope: scope ?? {}, logs: [], spans: [], metrics: [], ...content };
}

/** Reads from a resource where its line's records are in the stream. */
export function placeOfLine(resource: Attributes): LinePlace {
  return readLinePlace(textOf(resource[RECEIVED_SEQUENCE]) ?? "");
}

/** Returns the place of one of a line's records, counted from 0 among those that are left. */
export function placeIn({ sequence, frame, first, left }: LinePlace, index: number): Place {
  return { sequence, frame, record: first + (left === null ? index : (left[index] ?? index)) };
}

/** Service name, else scope name, else the agent of the session, else of another scope of the resource, else `other`. */
function agentFinder(
  resource: Attributes,
  groups: readonly Group[],
  { agentOfSession }: LineOptions,
): (group: Group) => Around["agentOf"] {
  const version = textOf(resource["service.version"]);
  const service = isCaptured({ resource })
    ? agentOfCaptured(resource)
    : agentOfService(textOf(resource["service.name"]), version);
  if (service !== null) return () => () => service;
  // once for the line: a look at every scope for each scope would take minutes where there are many
  const agents = new Map(groups.map((group) => [group, agentOfScope(group.scope.name ?? "", version)]));
  const neighbour = agents.values().find((agent) => agent !== null);
  return (group) => {
    const known = agents.get(group) ?? null;
    if (known !== null) return () => known;
    return (sessionId) => {
      const session = agentOfSession === undefined ? null : sessionId();
      const remembered = session === null ? null : agentOfSession?.({ session, keyId: keyOf(resource) });
      return remembered ?? neighbour ?? "other";
    };
  };
}
