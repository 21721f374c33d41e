/** What the walk over one body finds, and where in the body it is. */
import { SIGNALS } from "../../vocabulary/otlp.ts";
import type { Signal } from "../../vocabulary/otlp.ts";
import type { Instant, Milliseconds } from "../../vocabulary/units.ts";
import type { Flaw, FlawKind } from "./flaws.ts";

/** A field of the body, by its path, and what is wrong with it. */
export interface Violation {
  field: string;
  description: string;
}

/** Why a body is refused as a whole. */
export interface WalkProblem extends Violation {
  kind: "malformed" | "too_many_items";
}

/** How far the walk is; the names of the lists come from the signal and the kind of metric. */
interface Position {
  signal: Signal;
  resource: number;
  scope: number;
  record: number;
  /** The kind of metric and the point in it; "" where the record is the unit. */
  metricKind: string;
  point: number;
}

const LISTS: Record<Signal, readonly [string, string, string]> = {
  logs: ["resourceLogs", "scopeLogs", "logRecords"],
  metrics: ["resourceMetrics", "scopeMetrics", "metrics"],
  traces: ["resourceSpans", "scopeSpans", "spans"],
};

/** Gathers what one walk finds. It lives as long as the request and is believed once the walk is over. */
export class Findings {
  /** The first container of the wrong type, or of too many entries; the whole body is refused for it. */
  problem: WalkProblem | null = null;
  /** Accepted log records, spans and data points. */
  readonly records: Record<Signal, number> = { logs: 0, metrics: 0, traces: 0 };
  /** Which signals the body has lists of, empty ones not counted. */
  readonly held = new Set<Signal>();
  /** Where rejected records are: signal's index in SIGNALS, resource, scope, record, and the point of a metric. */
  readonly rejected: number[][] = [];
  /** Rejected records by what was wrong. */
  readonly rejectedFor: Record<FlawKind, number> = { id: 0, time: 0, count: 0, histogram: 0 };
  firstRejection: Violation | null = null;
  /** Attribute values, bodies, events, links and exemplars that are left out of records that are kept. */
  dropped = 0;
  firstDropped: Violation | null = null;
  leastMs: Milliseconds | null = null;
  greatestMs: Milliseconds | null = null;
  /** Whether an accepted record has no time: it is read at its arrival. */
  hasUntimed = false;
  readonly at: Position = { signal: "logs", resource: -1, scope: -1, record: -1, metricKind: "", point: -1 };

  private items = 1;
  private readonly sessionIds = new Set<string>();
  private lastSession = "";

  /**
   * @param mostItems - How many items the body may hold. What holds others counts nothing in addition to them, so
   *   that exporters may put each record into a resource and a scope of its own; what holds nothing counts
   *   like a record.
   */
  constructor(private readonly mostItems: number) {}

  get sessions(): string[] {
    return [...this.sessionIds];
  }

  /** Whether no record of the body is left to store. */
  isEmpty(): boolean {
    return this.records.logs + this.records.metrics + this.records.traces === 0;
  }

  /** Whether the body has lists of a signal that belongs on another path. */
  holdsOtherThan(endpoint: Signal): boolean {
    return this.held.size > 1 || (this.held.size === 1 && !this.held.has(endpoint));
  }

  malformed(field: string, description: string): void {
    this.problem ??= { kind: "malformed", field: this.pathOf(field), description };
  }

  /**
   * Counts a list's entries before they are looked at.
   *
   * @returns false when they are too many.
   */
  holds(list: readonly unknown[]): boolean {
    // the first entry is paid for by what holds it
    this.items += Math.max(0, list.length - 1);
    if (this.items <= this.mostItems) return true;
    const description = `the body holds more than ${this.mostItems} items`;
    this.problem ??= { kind: "too_many_items", field: "", description };
    return false;
  }

  reject(flaw: Flaw): void {
    const { signal, resource, scope, record, point, metricKind } = this.at;
    const position = [SIGNALS.indexOf(signal), resource, scope, record];
    this.rejected.push(metricKind === "" ? position : [...position, point]);
    this.rejectedFor[flaw.kind]++;
    this.firstRejection ??= { field: this.pathOf(flaw.field), description: flaw.description };
  }

  drop(field: string, description: string): void {
    this.dropped++;
    this.firstDropped ??= { field: this.pathOf(field), description };
  }

  /** Least and greatest time of what was accepted, arrival being the time of what has none. */
  boundsAt(arrival: Milliseconds): { leastMs: Milliseconds; greatestMs: Milliseconds } {
    const { leastMs, greatestMs, hasUntimed } = this;
    if (leastMs === null || greatestMs === null) return { leastMs: arrival, greatestMs: arrival };
    if (!hasUntimed) return { leastMs, greatestMs };
    return { leastMs: Math.min(leastMs, arrival), greatestMs: Math.max(greatestMs, arrival) };
  }

  accept(time: Instant | null): void {
    this.records[this.at.signal]++;
    if (time === null) {
      this.hasUntimed = true;
      return;
    }
    if (this.leastMs === null || time < this.leastMs) this.leastMs = time;
    if (this.greatestMs === null || time > this.greatestMs) this.greatestMs = time;
  }

  /** Nearly always the same id as the record before, so that the set is rarely asked. */
  session(id: string): void {
    if (id === "" || id === this.lastSession) return;
    this.lastSession = id;
    this.sessionIds.add(id);
  }

  private pathOf(field: string): string {
    const { signal, resource, scope, record, metricKind, point } = this.at;
    const [resources, scopes, records] = LISTS[signal];
    let path = resource < 0 ? "" : `${resources}[${resource}]`;
    if (scope >= 0) path += `.${scopes}[${scope}]`;
    if (record >= 0) path += `.${records}[${record}]`;
    if (metricKind !== "") path += `.${metricKind}.dataPoints[${point}]`;
    return path === "" || field === "" ? path + field : `${path}.${field}`;
  }
}
