/** What the engine has done since it was started, and what last went wrong in it. */
import type { ExaminedBatch } from "../../normaliser/keep.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import { type Signal, SIGNALS } from "../../vocabulary/otlp.ts";
import type { Milliseconds } from "../../vocabulary/units.ts";
import type { Written } from "../../writer/write-batch.ts";

/** Something that went wrong, and when. */
export interface Failure {
  at: Milliseconds;
  reason: string;
}

/** Counters for graphs; they start at zero with the engine, the books do not. */
export interface EngineCounts {
  /** Why the writer's store does not take records; null when it does. */
  writerStuck: string | null;
  lastWriterFailure: Failure | null;
  /** The newest sequence that the writer has come to. */
  written: number;
  persisted: Record<Signal, number>;
  duplicateRequests: number;
  duplicateRecords: number;
  examined: Record<Signal, number>;
  oddTimes: number;
}

/** The counters of one engine. */
export interface EngineCounters {
  written(outcome: Written): void;
  /** Takes: why the writer cannot write; null when it can again. */
  stuck(reason: string | null): void;
  examined(batch: ExaminedBatch): void;
  /** Gives: a copy that does not change any more. */
  snapshot(): EngineCounts;
}

/** Counters that start at zero. */
export function createEngineCounters(clock: Clock): EngineCounters {
  const counts: EngineCounts = {
    writerStuck: null,
    lastWriterFailure: null,
    written: 0,
    persisted: { logs: 0, metrics: 0, traces: 0 },
    duplicateRequests: 0,
    duplicateRecords: 0,
    examined: { logs: 0, metrics: 0, traces: 0 },
    oddTimes: 0,
  };
  return {
    written({ sequence, records, duplicate }) {
      counts.written = sequence;
      counts.duplicateRequests += duplicate.frames;
      counts.duplicateRecords += duplicate.records;
      for (const signal of SIGNALS) counts.persisted[signal] += records[signal];
    },
    stuck(reason) {
      counts.writerStuck = reason;
      if (reason !== null) counts.lastWriterFailure = { at: clock(), reason };
    },
    examined({ records, oddTimes }) {
      for (const signal of SIGNALS) counts.examined[signal] += records[signal];
      counts.oddTimes += oddTimes;
    },
    snapshot: () => structuredClone(counts),
  };
}
