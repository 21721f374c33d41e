/** Entries of `GET /v1/telemetry/metrics`: what is asked for, and what is answered. */
import { z } from "zod";
import { PLAIN_ATTRIBUTES, RECORD_ORIGIN, type RecordsQuery } from "./record-answer.ts";
import type { RecordPosition } from "./record-position.ts";

/** OTLP's kinds of metrics. */
const POINT_TYPES = ["sum", "gauge", "histogram", "exponential_histogram", "summary"] as const;

/** One data point as it was received, its values unwrapped. */
export const POINT_ROW = z.object({
  timestamp: z.iso.datetime().describe("The point's own time."),
  startedAt: z.iso.datetime().nullable().describe("Since when a sum or a histogram counts."),
  name: z.string(),
  unit: z.string().nullable(),
  type: z.enum(POINT_TYPES),
  temporality: z.enum(["delta", "cumulative"]).nullable(),
  value: z
    .union([z.number(), z.string()])
    .nullable()
    .describe("The number of a sum or a gauge; text beyond 2^53, and for NaN and infinities."),
  distribution: PLAIN_ATTRIBUTES.nullable().describe(
    "What a histogram or a summary holds, in OTLP's own fields.",
  ),
  attributes: PLAIN_ATTRIBUTES,
  ...RECORD_ORIGIN,
});

export type PointRow = z.infer<typeof POINT_ROW>;

/** What is asked for. */
export interface PointsQuery extends RecordsQuery {
  /** A metric's name exactly. */
  name: string | null;
}

/** One page; it may be shorter than the limit although there are more. */
export interface PointsPage {
  metrics: PointRow[];
  /** null when there are no more. */
  next: RecordPosition | null;
}
