/** A session's model calls by hour and model, so that their latency is read without looking at each session. */
import type { ModelCall } from "../../normaliser/event.ts";
import { HOUR, type Instant, type Milliseconds, type Tokens } from "../../vocabulary/units.ts";
import type { Turn } from "../turn.ts";
import { perObject } from "../../vocabulary/sharing/per-object.ts";
import { findRetryWaits, type RetryWait } from "./retry-waits.ts";

/** One call, reduced to what latency and waiting time need. */
export interface TimedCall {
  startedAt: Instant;
  failed: boolean;
  /** null for a call that did not succeed, or whose duration is not known. */
  durationMs: Milliseconds | null;
  /** null where it is not known. */
  output: Tokens | null;
  /** Input that was not read from a cache; null where it is not known. */
  uncached: Tokens | null;
  /** HTTP status of a failed call, null when not reported. */
  status: number | null;
  /** True where a spending limit refused it. */
  spendLimit?: true;
  /** What was waited for before it worked; absent where nothing failed before. */
  waited?: RetryWait;
}

/** The calls of one hour and model. */
export interface CallHour {
  /** The hour's start. */
  hour: Instant;
  model: string | null;
  calls: TimedCall[];
}

/** Gathers a session's calls, helpers' left out; an hour is that in which a call starts. */
export function gatherCallHours(turns: readonly Turn[]): CallHour[] {
  const hours = new Map<string, CallHour>();
  for (const { model, call } of turns.flatMap(timedCallsOf)) {
    const hour = Math.floor(call.startedAt / HOUR) * HOUR;
    const key = `${hour} ${model}`;
    const known = hours.get(key) ?? { hour, model, calls: [] };
    known.calls.push(call);
    hours.set(key, known);
  }
  return [...hours.values()];
}

const timedCallsOf = perObject(({ events }: Turn): { model: string | null; call: TimedCall }[] => {
  const waits = findRetryWaits(events);
  return events
    .filter((event) => event.kind === "model_call")
    .map((call) => {
      const waited = waits.get(call);
      const timed = waited === undefined ? timedCall(call) : { ...timedCall(call), waited };
      return { model: call.model, call: timed };
    });
});

function timedCall({ startedAt, result, durationMs, tokens, status, spendLimit }: ModelCall): TimedCall {
  const { input, cacheCreation, output } = tokens;
  return {
    startedAt,
    failed: result === "failed",
    durationMs: result === "succeeded" ? durationMs : null,
    output,
    uncached: input === null ? null : input + (cacheCreation ?? 0),
    status,
    ...(spendLimit === true && { spendLimit }),
  };
}
