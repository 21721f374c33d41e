/** Codex's log records and the bodies that they come in: the one place that knows their form. */
import type { KeyValue } from "../../vocabulary/otlp.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { rustKeyValues, timestamp } from "./values.ts";
import { logsBodyOf, type WireAttributes } from "../../vocabulary/sending/otlp-values.ts";

/** The version whose form this is. */
export const CODEX_VERSION = "0.169.0";
export const CODEX_ORIGINATOR = "codex_cli_rs";

const SOURCE = "event otel/src/events/session_telemetry.rs";

/** What every log record of an installation says of where it runs; metrics do not name the host. */
export const CODEX_RESOURCE: WireAttributes = {
  "service.name": CODEX_ORIGINATOR,
  "service.version": CODEX_VERSION,
  env: "dev",
  "telemetry.sdk.name": "opentelemetry",
  "telemetry.sdk.language": "rust",
  "telemetry.sdk.version": "0.31.0",
  "host.name": "laptop",
};

/** One event before it becomes a log record. */
export interface CodexEvent {
  name: string;
  at: Instant;
  /** Where in Codex's source the event is written; it is in `eventName`. */
  line: number;
  attributes: WireAttributes;
}

/** A record as it is sent: only `observedTimeUnixNano` is set. */
export interface CodexRecord {
  timeUnixNano: "0";
  observedTimeUnixNano: string;
  severityNumber: number;
  severityText: string;
  body: null;
  attributes: KeyValue[];
  droppedAttributesCount: number;
  flags: number;
  traceId: string;
  spanId: string;
  eventName: string;
}

/** Returns the log record of an event. */
export function codexRecord(
  { name, at, line, attributes }: CodexEvent,
  session: {
    id: string;
    model: string;
    /** Nanoseconds within the millisecond, 0 to 999,999: what a finer clock would show. */
    fine: number;
  },
): CodexRecord {
  const { id, model, fine } = session;
  return {
    timeUnixNano: "0",
    observedTimeUnixNano: `${at}${String(fine).padStart(6, "0")}`,
    severityNumber: 9,
    severityText: "INFO",
    body: null,
    attributes: rustKeyValues({
      "event.name": name,
      ...attributes,
      "event.timestamp": timestamp(at),
      "conversation.id": id,
      "app.version": CODEX_VERSION,
      originator: CODEX_ORIGINATOR,
      "terminal.type": "xterm-256color",
      model,
      slug: model,
    }),
    droppedAttributesCount: 0,
    flags: 0,
    traceId: "",
    spanId: "",
    eventName: `${SOURCE}:${line}`,
  };
}

/** Returns a body of log records for `/v1/logs`. */
export function codexLogs(logRecords: readonly object[]): { resourceLogs: object[] } {
  const scope = { name: "codex_otel.log_only", version: "" };
  return logsBodyOf(logRecords, { resource: rustKeyValues(CODEX_RESOURCE), scope });
}
