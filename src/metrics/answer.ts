/** Rows of `GET /scoring/metrics`: parameters and response. */
import { z } from "zod";
import { DEVELOPER_ANSWER } from "../identity/developers/answer.ts";
import type { ReadScope } from "../identity/scope.ts";
import { AGENTS } from "../normaliser/dialects/agents.ts";
import type { Instant } from "../vocabulary/units.ts";
import { eachMetric } from "./metrics.ts";
import type { AgentSessionId } from "../vocabulary/held-name.ts";

const METRIC = z.number().min(0).max(100).nullable();

/** One sub-session with its metrics; null is "not enough evidence". */
export const METRIC_ROW = z.object({
  subSessionId: z.string(),
  sessionId: z.string(),
  developer: DEVELOPER_ANSWER,
  agent: z.enum(AGENTS),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().describe("The end of its newest record so far."),
  state: z.enum(["open", "provisional", "closed"]),
  provisional: z.boolean().describe("True until it is closed."),
  scoreable: z.boolean().describe("Whether it counts for Layer 3."),
  outcome: z.enum(["reached", "partial", "abandoned", "unknown"]),
  turns: z.int().min(0).describe("Its non-trivial turns."),
  ...eachMetric(({ title }) => METRIC.describe(`${title}.`)),
  speed: METRIC.describe("What it brings to Speed."),
  efficiency: METRIC.describe("What it brings to Efficiency."),
  baselineVersion: z.int().min(0),
  scoringVersion: z.string(),
});

export type MetricRow = z.infer<typeof METRIC_ROW>;

/** Where a page of metrics ends; rows come by start, then id, the newest first. */
export const METRIC_POSITION = z.object({ startedAt: z.int(), subSessionId: z.string() });
export type MetricPosition = z.infer<typeof METRIC_POSITION>;

/** What is asked for. */
export interface MetricsQuery {
  scope: ReadScope;
  /** Sub-sessions that start at or after this time… */
  from: Instant;
  /** …and before this one. */
  to: Instant;
  /** A developer's id or e-mail as asked for; `resolveWhose` puts it together with the scope. */
  developer: string | null;
  sessionId: AgentSessionId | null;
  limit: number;
  /** The last row of the page before; null for the first page. */
  after: MetricPosition | null;
}

/** One page. */
export interface MetricsPage {
  metrics: MetricRow[];
  /** Rows on all pages, exact up to 10,000; null beyond. */
  total: number | null;
  /** null when this is the last page. */
  next: MetricPosition | null;
}
