/** Reads stored lines back into what the catalogue says of them. */
import { walkBody } from "../../ingest/walk/walk.ts";
import {
  RECEIVED_AT,
  RECEIVED_SEQUENCE,
  RECEIVED_SIGNAL,
  type Resource,
  type StoredLine,
  type StoredSignal,
} from "../../vocabulary/otlp.ts";
import { lineIdentity } from "../../catalogue/line-place.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { CanonicalResource } from "../canonical/canonical.ts";
import { countRecords, eventsIn } from "../lines.ts";
import type { ObjectLine } from "../object-builder.ts";
import { agentSessionId } from "../../vocabulary/held-name.ts";

/** A line as the catalogue describes it, and where its request was in the stream. */
export interface ReadLine extends ObjectLine {
  signal: StoredSignal;
  arrivedAt: Instant;
  /** Sequence, frame and first record; no other line of the organization's signal has it. */
  place: string;
}

/**
 * Describes a stored line.
 *
 * @param text - The text of a line that the writer wrote, perhaps with records taken out since.
 */
export function describeLine(text: string): ReadLine {
  const line = JSON.parse(text) as StoredLine;
  const resource = resourceIn(line);
  const found = walkBody(line);
  if (!found.ok) throw new Error(`BUG: a stored line is no OTLP: ${found.problem.description}`);
  const arrivedAt = Number(BigInt(markOf(resource, RECEIVED_AT) || "0") / 1_000_000n);
  return {
    signal: markOf(resource, RECEIVED_SIGNAL) === "prompts" ? "prompts" : resource.signal,
    text,
    records: countRecords(resource),
    ...found.value.boundsAt(arrivedAt),
    sessions: found.value.sessions.map(agentSessionId),
    events: eventsIn(resource),
    arrivedAt,
    place: lineIdentity(markOf(resource, RECEIVED_SEQUENCE)),
  };
}

/** Where a line's request was in the stream, without looking further. */
export function placeOf(text: string): string {
  return lineIdentity(markOf(resourceIn(JSON.parse(text) as StoredLine), RECEIVED_SEQUENCE));
}

function resourceIn(line: StoredLine): CanonicalResource {
  const [logs] = line.resourceLogs ?? [];
  if (logs !== undefined) return { signal: "logs", entry: logs };
  const [traces] = line.resourceSpans ?? [];
  if (traces !== undefined) return { signal: "traces", entry: traces };
  const [metrics] = line.resourceMetrics ?? [];
  if (metrics !== undefined) return { signal: "metrics", entry: metrics };
  throw new Error("BUG: a stored line holds no resource");
}

function markOf({ entry }: { entry: { resource?: Resource } }, key: string): string {
  return entry.resource?.attributes?.findLast((object) => object.key === key)?.value?.stringValue ?? "";
}
