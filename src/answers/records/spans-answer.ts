/** Entries of `GET /v1/telemetry/spans`: what is asked for, and what is answered. */
import { z } from "zod";
import { PLAIN_ATTRIBUTES, RECORD_ORIGIN, type RecordsQuery } from "./record-answer.ts";
import type { RecordPosition } from "./record-position.ts";

/** OTLP's kinds of spans, by their numbers from 1 on. */
export const SPAN_KINDS = ["internal", "server", "client", "producer", "consumer"] as const;

/** OTLP's codes of a span's status, by their numbers from 0 on. */
export const STATUS_CODES = ["unset", "ok", "error"] as const;

/** One span as it was received, its values unwrapped. */
export const SPAN_ROW = z.object({
  traceId: z.string().nullable(),
  spanId: z.string().nullable(),
  parentSpanId: z.string().nullable(),
  name: z.string(),
  kind: z.enum(SPAN_KINDS).nullable(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().describe("The span's time: its end, else its start, else its arrival."),
  status: z.object({ code: z.enum(STATUS_CODES), message: z.string().nullable() }),
  attributes: PLAIN_ATTRIBUTES,
  events: z.array(z.object({ name: z.string(), timestamp: z.iso.datetime(), attributes: PLAIN_ATTRIBUTES })),
  links: z.array(
    z.object({
      traceId: z.string().nullable(),
      spanId: z.string().nullable(),
      attributes: PLAIN_ATTRIBUTES,
    }),
  ),
  ...RECORD_ORIGIN,
});

export type SpanRow = z.infer<typeof SPAN_ROW>;

/** What is asked for. */
export interface SpansQuery extends RecordsQuery {
  /** A span's name exactly. */
  name: string | null;
}

/** One page; it may be shorter than the limit although there are more. */
export interface SpansPage {
  spans: SpanRow[];
  /** null when there are no more. */
  next: RecordPosition | null;
}
