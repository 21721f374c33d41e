/** What ingest has done since the process started, for graphs; the books themselves are kept in the stream. */
import { noRecords, type Signal, type StoredSignal } from "../vocabulary/otlp.ts";
import type { Findings } from "./walk/findings.ts";
import type { FlawKind } from "./walk/flaws.ts";

/** Why a whole request was refused. */
export type Refusal =
  | "path"
  | "method"
  | "key"
  | "type"
  | "encoding"
  | "too_large"
  | "too_slow"
  | "malformed"
  | "rate"
  | "unavailable"
  | "failed";

export interface IngestCounts {
  /** Requests, by the path they came on. */
  received: Record<StoredSignal, number>;
  /** Log records, data points, spans and prompts that were answered as stored. */
  accepted: Record<StoredSignal, number>;
  /** Records refused one by one, by what was wrong with them. */
  rejected: Record<FlawKind, number>;
  /** Requests refused as a whole. */
  refused: Record<Refusal, number>;
  /** Requests that held another signal than their path says. */
  misrouted: number;
  /** Attribute values and other parts left out of records that were stored. */
  dropped: number;
}

/** The counters of one process. */
export interface IngestCounters {
  received(endpoint: StoredSignal): void;
  accepted(endpoint: Signal, findings: Findings): void;
  /** A prompt or a response of the Claude Code plugin was answered as stored. */
  captured(): void;
  refused(why: Refusal): void;
  /** Returns a copy that does not change any more. */
  snapshot(): IngestCounts;
}

/** Counters that start at zero. */
export function createIngestCounters(): IngestCounters {
  const counts: IngestCounts = {
    received: noRecords(),
    accepted: noRecords(),
    rejected: { id: 0, time: 0, count: 0, histogram: 0 },
    refused: {
      path: 0,
      method: 0,
      key: 0,
      type: 0,
      encoding: 0,
      too_large: 0,
      too_slow: 0,
      malformed: 0,
      rate: 0,
      unavailable: 0,
      failed: 0,
    },
    misrouted: 0,
    dropped: 0,
  };
  return {
    received: (endpoint) => void counts.received[endpoint]++,
    refused: (why) => void counts.refused[why]++,
    accepted: (endpoint, findings) => addFindings(counts, endpoint, findings),
    captured: () => void counts.accepted.prompts++,
    snapshot: () => structuredClone(counts),
  };
}

function addFindings(counts: IngestCounts, endpoint: Signal, findings: Findings): void {
  counts.accepted.logs += findings.records.logs;
  counts.accepted.metrics += findings.records.metrics;
  counts.accepted.traces += findings.records.traces;
  for (const kind of ["id", "time", "count", "histogram"] as const) {
    counts.rejected[kind] += findings.rejectedFor[kind];
  }
  counts.dropped += findings.dropped;
  if (findings.holdsOtherThan(endpoint)) counts.misrouted++;
}
