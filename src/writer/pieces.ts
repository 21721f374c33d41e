/** Cuts a resource with many records into several that say the same, so that no line of an object is a giant. */
import type { Metric } from "../vocabulary/otlp.ts";
import type { Bytes } from "../vocabulary/units.ts";
import type { CanonicalResource } from "./canonical/canonical.ts";
import { countPoints, cutMetric } from "./points.ts";

/** Text of one piece, roughly: as much as one frame of an object holds. */
const PIECE_BYTES: Bytes = 1024 * 1024;
/** Each piece repeats its resource and scope; so much longer than these it must be. */
const TIMES_ITS_HEAD = 4;

/** The names of a signal's lists. */
const LISTS = {
  logs: { scopes: "scopeLogs", records: "logRecords" },
  metrics: { scopes: "scopeMetrics", records: "metrics" },
  traces: { scopes: "scopeSpans", records: "spans" },
} as const;

/** One scope's records, whichever they are. */
type Scope = Record<string, unknown>;

/** How a resource is cut: what it weighs is counted in records, and a metric without points counts as one. */
interface Cut {
  /** Records of one piece. */
  room: number;
  weigh(entry: unknown): number;
  /** Returns what is never cut further, none of it heavier than the room. */
  partsOf(entry: unknown): unknown[];
}

/** Returns how many log records, spans or points a resource holds, with the metrics that have none. */
export function weightOf(resource: CanonicalResource): number {
  const weigh = weighing(resource);
  return scopesOf(resource).reduce(
    (sum, scope) => sum + entriesOf(resource, scope).reduce((more: number, entry) => more + weigh(entry), 0),
    0,
  );
}

/**
 * Cuts a resource between its records, and metrics between their points.
 *
 * @param recordBytes - How many bytes belong to one of what `weightOf` counts, on the average.
 * @returns The resource itself when it is small; else pieces in the order of its records.
 */
export function cutIntoPieces(resource: CanonicalResource, recordBytes: Bytes): CanonicalResource[] {
  if (weightOf(resource) * recordBytes <= PIECE_BYTES) return [resource];
  const { scopes, records } = LISTS[resource.signal];
  const bare = scopesOf(resource).map((scope) => ({ ...scope, [records]: [] }));
  const headBytes = JSON.stringify({ ...resource.entry, [scopes]: bare }).length;
  const room = Math.ceil(Math.max(PIECE_BYTES, TIMES_ITS_HEAD * headBytes) / recordBytes);
  const partsOf =
    resource.signal === "metrics"
      ? (entry: unknown) => cutMetric(entry as Metric, room)
      : (entry: unknown) => [entry];
  return fillPieces(resource, { room, weigh: weighing(resource), partsOf }).map(
    (piece) => ({ ...resource, entry: { ...resource.entry, [scopes]: piece } }) as CanonicalResource,
  );
}

function fillPieces(resource: CanonicalResource, { room, weigh, partsOf }: Cut): Scope[][] {
  const pieces: Scope[][] = [];
  let left = 0;
  for (const scope of scopesOf(resource)) {
    let list: unknown[] | null = null;
    for (const part of entriesOf(resource, scope).flatMap(partsOf)) {
      const weight = weigh(part);
      if (weight > left) {
        pieces.push([]);
        left = room;
        list = null;
      }
      if (list === null) {
        list = [];
        pieces.at(-1)?.push({ ...scope, [LISTS[resource.signal].records]: list });
      }
      list.push(part);
      left -= weight;
    }
  }
  return pieces;
}

function weighing({ signal }: CanonicalResource): Cut["weigh"] {
  return signal === "metrics" ? (entry) => Math.max(1, countPoints(entry as Metric)) : () => 1;
}

function scopesOf({ signal, entry }: CanonicalResource): readonly Scope[] {
  return ((entry as Record<string, unknown>)[LISTS[signal].scopes] ?? []) as readonly Scope[];
}

function entriesOf({ signal }: CanonicalResource, scope: Scope): readonly unknown[] {
  return (scope[LISTS[signal].records] ?? []) as readonly unknown[];
}
