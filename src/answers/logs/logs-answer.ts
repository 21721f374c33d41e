/** Entries of `GET /v1/telemetry/logs`: what is asked for, and what is answered. */
import { z } from "zod";
import { DEVELOPER_ANSWER } from "../../identity/developers/answer.ts";
import type { ReadScope } from "../../identity/scope.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { AgentSessionId } from "../../vocabulary/held-name.ts";

/** Any JSON; `z.json()` would be written with references that an OpenAPI document cannot follow. */
const PLAIN = z
  .unknown()
  .describe("Plain JSON of an AnyValue; integers beyond 2^53 are strings, bytes base64.");
const PLAIN_ATTRIBUTES = z.record(z.string(), PLAIN);

/** One log record as it was received, its values unwrapped. */
export const LOG_ROW = z.object({
  timestamp: z.iso.datetime().describe("The record's own time."),
  event: z.string().nullable().describe("The attribute event.name as sent."),
  severity: z.number().nullable().describe("The number as sent; OTLP knows 1 to 24."),
  body: PLAIN,
  attributes: PLAIN_ATTRIBUTES,
  resource: PLAIN_ATTRIBUTES,
  scope: z.object({ name: z.string().nullable(), version: z.string().nullable() }),
  sessionId: z.string().nullable(),
  developer: DEVELOPER_ANSWER.describe("The session's, else the key's."),
});

export type LogRow = z.infer<typeof LOG_ROW>;

/** Where a page ends: by the record's time, then its place in the stream, the newest first. */
export const LOG_POSITION = z.object({
  atUnixNano: z.string(),
  sequence: z.int(),
  frame: z.int(),
  record: z.int(),
});
export type LogPosition = z.infer<typeof LOG_POSITION>;

/** What is asked for. */
export interface LogsQuery {
  scope: ReadScope;
  /** Records whose own time is at or after this… */
  from: Instant;
  /** …and before this. */
  to: Instant;
  /** A developer's id or e-mail as asked for; `resolveWhose` puts it together with the scope. */
  developer: string | null;
  sessionId: AgentSessionId | null;
  /** `event.name` exactly. */
  event: string | null;
  /** At least this severity number. */
  severity: number | null;
  /** In body or attribute values, whatever the case. */
  text: string | null;
  limit: number;
  /** The last entry of the page before; null for the first page. */
  after: LogPosition | null;
}

/** One page; it may be shorter than the limit although there are more. */
export interface LogsPage {
  logs: LogRow[];
  /** null when there are no more. */
  next: LogPosition | null;
}
