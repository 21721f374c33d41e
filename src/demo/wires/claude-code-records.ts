/** Claude Code's log records and the bodies that they come in: the one place that knows their form. */
import type { KeyValue } from "../../vocabulary/otlp.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { timestamp } from "./values.ts";
import {
  keyValues,
  logsBodyOf,
  nanoseconds,
  type WireAttributes,
} from "../../vocabulary/sending/otlp-values.ts";

/** The version whose form this is. */
export const CLAUDE_CODE_VERSION = "2.1.294";

/** What every record of an installation says of where it runs. */
export const CLAUDE_CODE_RESOURCE: WireAttributes = {
  "service.name": "claude-code",
  "service.version": CLAUDE_CODE_VERSION,
  "os.type": "linux",
  "os.version": "6.8.0",
  "host.arch": "amd64",
};

const CLAUDE_CODE_EVENTS = {
  name: "com.anthropic.claude_code.events",
  version: CLAUDE_CODE_VERSION,
};

/** One event before it becomes a log record. */
export interface ClaudeEvent {
  name: string;
  at: Instant;
  attributes: WireAttributes;
}

/** A record as it is sent. */
export interface ClaudeRecord {
  timeUnixNano: string;
  observedTimeUnixNano: string;
  body: { stringValue: string };
  attributes: KeyValue[];
  droppedAttributesCount: number;
}

/** Returns the log record of an event; `standard` is what comes first in every record of a session. */
export function claudeCodeRecord(
  { name, at, attributes }: ClaudeEvent,
  standard: WireAttributes = {},
): ClaudeRecord {
  return {
    timeUnixNano: nanoseconds(at),
    observedTimeUnixNano: nanoseconds(at),
    body: { stringValue: `claude_code.${name}` },
    attributes: keyValues({
      ...standard,
      "event.name": name,
      "event.timestamp": timestamp(at),
      ...attributes,
    }),
    droppedAttributesCount: 0,
  };
}

/** Returns a body of log records for `/v1/logs`. */
export function claudeCodeLogs(
  logRecords: readonly object[],
  resource: WireAttributes = CLAUDE_CODE_RESOURCE,
): { resourceLogs: object[] } {
  return logsBodyOf(logRecords, { resource: keyValues(resource), scope: CLAUDE_CODE_EVENTS });
}
