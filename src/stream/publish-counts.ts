/** What the publisher has done since the process started, for graphs; the books are kept in the messages. */
import { createHistogram, type HistogramCounts } from "../vocabulary/histogram.ts";
import { noRecords, STORED_SIGNALS, type StoredSignal } from "../vocabulary/otlp.ts";
import type { Seconds } from "../vocabulary/units.ts";
import type { RequestHeader } from "./request.ts";

/** Counted once the server has acknowledged. */
export interface PublishCounts {
  records: Record<StoredSignal, number>;
  requests: number;
  /** Requests that shared one message. */
  batchSize: HistogramCounts;
  /** From sending a message to its acknowledgement, repetitions included; in seconds. */
  latency: HistogramCounts;
  /** Messages that the server refused or did not answer. */
  failed: number;
}

/** The counters of one publisher. */
export interface PublishCounters {
  published(headers: readonly RequestHeader[], took: Seconds): void;
  failed(): void;
  /** Returns a copy that does not change any more. */
  snapshot(): PublishCounts;
}

const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256];
const LATENCIES: readonly Seconds[] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** Counters that start at zero. */
export function createPublishCounters(): PublishCounters {
  const records = noRecords();
  const batchSize = createHistogram(BATCH_SIZES);
  const latency = createHistogram(LATENCIES);
  let [requests, failed] = [0, 0];
  return {
    published(sent, took) {
      requests += sent.length;
      for (const header of sent) {
        for (const signal of STORED_SIGNALS) records[signal] += header.records[signal] ?? 0;
      }
      batchSize.observe(sent.length);
      latency.observe(took);
    },
    failed: () => void (failed += 1),
    snapshot: () => ({
      records: { ...records },
      requests,
      failed,
      batchSize: batchSize.snapshot(),
      latency: latency.snapshot(),
    }),
  };
}
