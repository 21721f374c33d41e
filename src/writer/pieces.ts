/** Cuts a resource with many records into several that say the same, so that no line of an object is a giant. */
import type { Bytes } from "../vocabulary/units.ts";
import type { CanonicalResource } from "./canonical/canonical.ts";

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

/**
 * Cuts a resource between its records.
 *
 * Takes: how many bytes one of its records (log record, span or metric) has on the average.
 * Gives: the resource itself when it is small; else pieces in the order of its records.
 */
export function cutIntoPieces(resource: CanonicalResource, recordBytes: Bytes): CanonicalResource[] {
  const { scopes: scopesName, records: recordsName } = LISTS[resource.signal];
  const entry = resource.entry as Record<string, unknown>;
  const scopes = (entry[scopesName] ?? []) as readonly Scope[];
  const recordsOf = (scope: Scope) => (scope[recordsName] ?? []) as readonly unknown[];
  const all = scopes.reduce((sum, scope) => sum + recordsOf(scope).length, 0);
  if (all * recordBytes <= PIECE_BYTES) return [resource];
  const bare = scopes.map((scope) => ({ ...scope, [recordsName]: [] }));
  const headBytes = JSON.stringify({ ...entry, [scopesName]: bare }).length;
  const room = Math.ceil(Math.max(PIECE_BYTES, TIMES_ITS_HEAD * headBytes) / recordBytes);
  const pieces: Scope[][] = [];
  let left = 0;
  for (const scope of scopes) {
    const records = recordsOf(scope);
    for (let from = 0; from < records.length;) {
      if (left === 0) {
        pieces.push([]);
        left = room;
      }
      const some = records.slice(from, from + left);
      pieces.at(-1)?.push({ ...scope, [recordsName]: some });
      from += some.length;
      left -= some.length;
    }
  }
  return pieces.map(
    (piece) => ({ ...resource, entry: { ...entry, [scopesName]: piece } }) as CanonicalResource,
  );
}
