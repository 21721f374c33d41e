/** Entries of `GET /v1/telemetry/logs`: what is asked for, and what is answered. */
import { z } from "zod";
import { PLAIN, PLAIN_ATTRIBUTES, RECORD_ORIGIN, type RecordsQuery } from "./record-answer.ts";
import type { RecordPosition } from "./record-position.ts";

/** One log record as it was received, its values unwrapped. */
export const LOG_ROW = z.object({
  timestamp: z.iso.datetime().describe("The record's own time."),
  event: z.string().nullable().describe("The attribute event.name as sent."),
  severity: z.number().nullable().describe("The number as sent; OTLP knows 1 to 24."),
  body: PLAIN,
  attributes: PLAIN_ATTRIBUTES,
  ...RECORD_ORIGIN,
});

export type LogRow = z.infer<typeof LOG_ROW>;

/** What is asked for. */
export interface LogsQuery extends RecordsQuery {
  /** `event.name` exactly. */
  event: string | null;
  /** At least this severity number. */
  severity: number | null;
}

/** One page; it may be shorter than the limit although there are more. */
export interface LogsPage {
  logs: LogRow[];
  /** null when there are no more. */
  next: RecordPosition | null;
}
