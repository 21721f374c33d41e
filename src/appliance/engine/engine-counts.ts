/** What the engine has done since it was started. */
import type { ExaminedBatch } from "../../normaliser/keep.ts";
import { noRecords, STORED_SIGNALS, type StoredSignal } from "../../vocabulary/otlp.ts";
import type { Written } from "../../writer/write-batch.ts";

/** Counters for graphs; they start at zero with the engine, the books do not. */
export interface EngineCounts {
  /** The newest sequence that the writer has come to. */
  written: number;
  persisted: Record<StoredSignal, number>;
  duplicateRequests: number;
  duplicateRecords: number;
  examined: Record<StoredSignal, number>;
  oddTimes: number;
}

/** The counters of one engine. */
export interface EngineCounters {
  written(outcome: Written): void;
  examined(batch: ExaminedBatch): void;
  /** Returns a copy that does not change any more. */
  snapshot(): EngineCounts;
}

/** Counters that start at zero. */
export function createEngineCounters(): EngineCounters {
  const counts: EngineCounts = {
    written: 0,
    persisted: noRecords(),
    duplicateRequests: 0,
    duplicateRecords: 0,
    examined: noRecords(),
    oddTimes: 0,
  };
  return {
    written({ sequence, records, duplicate }) {
      counts.written = sequence;
      counts.duplicateRequests += duplicate.frames;
      counts.duplicateRecords += duplicate.records;
      for (const signal of STORED_SIGNALS) counts.persisted[signal] += records[signal];
    },
    examined({ records, oddTimes }) {
      for (const signal of STORED_SIGNALS) counts.examined[signal] += records[signal];
      counts.oddTimes += oddTimes;
    },
    snapshot: () => structuredClone(counts),
  };
}
