/** One request as it travels the stream, and how several of them share one message. */
import { z } from "zod";
import { STORED_SIGNALS } from "../vocabulary/otlp.ts";

const COUNT = z.int().nonnegative();

/** What ingest found while it walked the body, so that later steps need not look again. */
export const REQUEST_HEADER = z.object({
  organization: z.string(),
  key: z.string(),
  /** The path the request came on; of telemetry the body decides what it really holds. */
  path: z.enum(STORED_SIGNALS),
  receivedAtUnixNano: z.string().regex(/^\d+$/),
  /** Length of the body in bytes of UTF-8. */
  bytes: COUNT,
  /** Accepted log records, spans and data points; prompts and responses of the Claude Code plugin, absent in telemetry. */
  records: z.object({ logs: COUNT, metrics: COUNT, traces: COUNT, prompts: COUNT.optional() }),
  /** Least and greatest time of the accepted records, in milliseconds; null when none has a time. */
  leastMs: z.number().nullable(),
  greatestMs: z.number().nullable(),
  /** Session ids seen on records or resources. */
  sessions: z.array(z.string()),
  /** Where rejected items are in the body: signal's index in SIGNALS, resource, scope, item, and the point of a metric. */
  rejected: z.array(z.array(COUNT)),
});
export type RequestHeader = z.infer<typeof REQUEST_HEADER>;

/** One request: its header, and the body as sent, unzipped and as text. */
export interface StreamRequest {
  header: RequestHeader;
  body: string;
}

/** How many records of all kinds a request brings. */
export function recordsIn({ records }: Pick<RequestHeader, "records">): number {
  return records.logs + records.metrics + records.traces + (records.prompts ?? 0);
}
