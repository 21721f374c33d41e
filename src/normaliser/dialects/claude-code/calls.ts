/** Claude Code's model calls: each that worked, and of those that failed the last attempt. */
import type { ModelCall, Origin } from "../../event.ts";
import type { LogEntry } from "../../records/record.ts";
import type { Sighting } from "../../sightings/sighting.ts";
import { countOf, numberOf, textOf } from "../../records/unwrap.ts";
import { claudeOrigin } from "./origin.ts";
import { isRetryable, spendLimitIn } from "../model-errors.ts";
import { clue } from "../sightings.ts";
import { effortOf, untoldCall } from "../untold-call.ts";

/** Ten retries by default: an eleventh attempt was the last. */
const ATTEMPTS_BY_DEFAULT = 11;

/** `query_source` of the main thread; absent means it too. */
const FOREGROUND = /^(?:main$|repl_main_thread|sdk)/;
/** `query_source` of work that belongs to a turn without carrying the conversation. */
const SUBAGENT = /^(?:subagent$|agent:)/;
const PROGRAM = /^sdk/;

/** Reads a call that worked; its input tokens hold nothing that was cached. */
export function readRequest(log: LogEntry, session: string): Sighting[] {
  const { attributes } = log;
  const durationMs = countOf(attributes["duration_ms"]);
  const origin = claudeOrigin(log, { session, durationMs });
  const call: ModelCall = {
    ...callOf(log, origin),
    durationMs,
    firstTokenMs: countOf(attributes["ttft_ms"]),
    tokens: {
      input: countOf(attributes["input_tokens"]),
      output: countOf(attributes["output_tokens"]),
      cacheRead: countOf(attributes["cache_read_tokens"]),
      cacheCreation: countOf(attributes["cache_creation_tokens"]),
    },
    reportedCost: costOf(log),
  };
  return [call, ...programOf(log, session)];
}

/** Reads a call that failed for good; the attempts before it are only counted. */
export function readError(log: LogEntry, session: string): Sighting[] {
  const { attributes } = log;
  const durationMs = countOf(attributes["duration_ms"]);
  const status = countOf(attributes["status_code"]);
  const isLastAttempt = (countOf(attributes["attempt"]) ?? 1) >= ATTEMPTS_BY_DEFAULT;
  const failed: ModelCall = {
    ...callOf(log, claudeOrigin(log, { session, durationMs })),
    result: "failed",
    durationMs,
    status,
    retryable: !isLastAttempt && isRetryable(status),
    ...spendLimitIn(status, [textOf(attributes["error"]), textOf(attributes["error_code"])]),
  };
  return [failed, ...programOf(log, session)];
}

function callOf(log: LogEntry, origin: Origin): ModelCall {
  const source = textOf(log.attributes["query_source"]);
  const foreground = source === null || FOREGROUND.test(source);
  return {
    ...untoldCall(origin),
    model: textOf(log.attributes["model"]),
    helper: !foreground && !SUBAGENT.test(source),
    foreground,
    ...effortOf(log.attributes["effort"]),
  };
}

function costOf({ attributes }: LogEntry): number | null {
  const micros = countOf(attributes["cost_usd_micros"]);
  if (micros !== null) return micros;
  const dollars = numberOf(attributes["cost_usd"]);
  return dollars === null ? null : Math.round(dollars * 1_000_000);
}

/** A call that a program made says that nobody sat before the session's prompts. */
function programOf(log: LogEntry, session: string): Sighting[] {
  const source = textOf(log.attributes["query_source"]) ?? "";
  return PROGRAM.test(source) ? [clue(claudeOrigin(log, { session, part: "program" }), "program")] : [];
}
