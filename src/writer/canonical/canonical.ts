/** From a parsed body to the form in which it is stored: one spelling for every value, and nothing that is private. */
import { isMissing, isObject } from "../../ingest/walk/values.ts";
import { MOST_UNKNOWN } from "./message.ts";
import type { Redactor } from "../../privacy/redactor.ts";
import { SIGNALS } from "../../vocabulary/otlp.ts";
import type { ResourceLogs, ResourceMetrics, ResourceSpans } from "../../vocabulary/otlp.ts";
import { SIGNAL_LISTS } from "./schema.ts";

/** One resource with all its records of one signal. */
export type CanonicalResource =
  | { signal: "logs"; entry: ResourceLogs }
  | { signal: "metrics"; entry: ResourceMetrics }
  | { signal: "traces"; entry: ResourceSpans };

/**
 * Makes the canonical form of a body: camelCase names, lower-case hex ids, 64-bit integers as decimal text, enums
 * as numbers, no nulls and no empty fields, unknown fields kept.
 *
 * @returns A resource per entry, in the order of SIGNALS and then of the body; resources without records are
 *   left out. An attribute whose value is invalid is kept without one.
 * @param body - A body that the walk accepted.
 * @param rejected - The positions that the walk rejected.
 */
export function canonicalise(
  body: unknown,
  { rejected, redact }: { rejected: readonly (readonly number[])[]; redact: Redactor },
): CanonicalResource[] {
  if (!isObject(body)) throw new Error("BUG: a body that is no object passed the walk");
  const places = new Set(rejected.map((position) => position.join()));
  const unknown = { left: MOST_UNKNOWN };
  return SIGNALS.flatMap((signal, index) => {
    const { field, read } = SIGNAL_LISTS[signal];
    const list = body[field] ?? body[SNAKE_FIELDS[signal]];
    if (isMissing(list)) return [];
    const entries = read(list, { redactor: redact, rejected: places, position: [index], unknown }) ?? [];
    return (entries as object[]).map((entry) => ({ signal, entry }) as CanonicalResource);
  });
}

const SNAKE_FIELDS = {
  logs: "resource_logs",
  metrics: "resource_metrics",
  traces: "resource_spans",
} as const;
