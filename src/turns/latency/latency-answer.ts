/** Rows of `GET /scoring/latency/hourly`: parameters and response. */
import { z } from "zod";
import type { ReadScope } from "../../identity/scope.ts";
import type { Instant } from "../../vocabulary/units.ts";

const LATENCY = z.number().min(0).nullable();

/** One hour of one model; null where no successful call has a duration. */
export const LATENCY_HOUR = z.object({
  hour: z.iso.datetime().describe("The hour's start, UTC. An hour without calls has no row."),
  model: z.string().nullable().describe("null: the agent does not report it."),
  calls: z.int().min(1).describe("Calls that start in the hour, failed ones among them, helpers' not."),
  errors: z.int().min(0).describe("How many of them failed."),
  p50Ms: LATENCY,
  p95Ms: LATENCY,
  p99Ms: LATENCY,
  meanMs: LATENCY,
});

export type LatencyHour = z.infer<typeof LATENCY_HOUR>;

/** What is asked for. */
export interface LatencyQuery {
  scope: ReadScope;
  /** Calls that start at or after this time… */
  from: Instant;
  /** …and before this one. */
  to: Instant;
  model: string | null;
  /** A developer's id or e-mail as asked for. */
  developer: string | null;
}
