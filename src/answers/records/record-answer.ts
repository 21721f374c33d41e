/** What entries of log records, spans and points have in common, as answers show it. */
import { z } from "zod";
import { DEVELOPER_ANSWER } from "../../identity/developers/answer.ts";
import type { ReadScope } from "../../identity/scope.ts";
import type { Surroundings } from "../../normaliser/records/record.ts";
import type { Attributes, PlainValue } from "../../normaliser/records/record.ts";
import type { AgentSessionId } from "../../vocabulary/held-name.ts";
import { RECEIVED_MARKS } from "../../vocabulary/otlp.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { RecordPosition } from "./record-position.ts";

/** Any JSON; `z.json()` would be written with references that an OpenAPI document cannot follow. */
export const PLAIN = z
  .unknown()
  .describe("Plain JSON of an AnyValue; integers beyond 2^53 are strings, bytes base64.");

export const PLAIN_ATTRIBUTES = z.record(z.string(), PLAIN);

export const RECORD_SCOPE = z.object({ name: z.string().nullable(), version: z.string().nullable() });

/** Where a record is from, and whose it is. */
export const RECORD_ORIGIN = {
  resource: PLAIN_ATTRIBUTES,
  scope: RECORD_SCOPE,
  sessionId: z.string().nullable(),
  developer: DEVELOPER_ANSWER.describe("The session's, else the key's."),
};

/** What is asked for, of whichever kind the records are. */
export interface RecordsQuery {
  scope: ReadScope;
  /** Records whose own time is at or after this… */
  from: Instant;
  /** …and before this. */
  to: Instant;
  /** A developer's id or e-mail as asked for; `resolveWhose` puts it together with the scope. */
  developer: string | null;
  sessionId: AgentSessionId | null;
  /** In what the record says, whatever the case. */
  text: string | null;
  limit: number;
  /** The last entry of the page before; null for the first page. */
  after: RecordPosition | null;
}

/** Returns resource and scope as answers show them: what the writer noted about the arrival is nothing that anybody sent. */
export function originOf({ resource, scope }: Surroundings) {
  const sent: Record<string, PlainValue> = Object.create(null);
  for (const [key, value] of Object.entries(resource)) if (!RECEIVED_MARKS.has(key)) sent[key] = value;
  return {
    resource: sent as Attributes,
    scope: { name: scope.name || null, version: scope.version || null },
  };
}
