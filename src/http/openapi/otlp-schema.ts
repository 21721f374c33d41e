/**
 * The shape of OTLP bodies, only for the OpenAPI document: ingest walks them by hand.
 *
 * @see Opentelemetry-proto 1.11.0, JSON mapping. Unknown members are allowed everywhere, null is as missing.
 */
import { z } from "zod";

/** A repeated field: an element that is null counts for nothing. */
function listOf<Element extends z.ZodType>(element: Element) {
  return z.array(element.nullable()).nullish();
}

const WHOLE = z.union([z.int(), z.string()]).nullish();
const NANOSECONDS = WHOLE.describe("Unix time in nanoseconds, as digits in a string.");
const TRACE_ID = z.string().nullish().describe("32 hex digits.");
const SPAN_ID = z.string().nullish().describe("16 hex digits.");
const ATTRIBUTES = listOf(z.looseObject({ key: z.string().nullish(), value: z.unknown().optional() }));
const RESOURCE = z.looseObject({ attributes: ATTRIBUTES }).nullish();
const SCOPE = z
  .looseObject({ name: z.string().nullish(), version: z.string().nullish(), attributes: ATTRIBUTES })
  .nullish();

const LOG_RECORD = z.looseObject({
  timeUnixNano: NANOSECONDS,
  observedTimeUnixNano: NANOSECONDS,
  severityNumber: WHOLE,
  severityText: z.string().nullish(),
  body: z.unknown().optional(),
  attributes: ATTRIBUTES,
  traceId: TRACE_ID,
  spanId: SPAN_ID,
  eventName: z.string().nullish(),
});

const SPAN = z.looseObject({
  traceId: TRACE_ID,
  spanId: SPAN_ID,
  parentSpanId: SPAN_ID,
  name: z.string().nullish(),
  startTimeUnixNano: NANOSECONDS,
  endTimeUnixNano: NANOSECONDS,
  attributes: ATTRIBUTES,
  events: listOf(z.looseObject({ name: z.string().nullish(), attributes: ATTRIBUTES })),
  status: z.looseObject({ message: z.string().nullish(), code: WHOLE }).nullish(),
});

const POINT = z.looseObject({
  attributes: ATTRIBUTES,
  startTimeUnixNano: NANOSECONDS,
  timeUnixNano: NANOSECONDS,
});
const POINTS = z.looseObject({ dataPoints: listOf(POINT), aggregationTemporality: WHOLE }).nullish();

const METRIC = z.looseObject({
  name: z.string().nullish(),
  unit: z.string().nullish(),
  sum: POINTS,
  gauge: POINTS,
  histogram: POINTS,
  exponentialHistogram: POINTS,
  summary: POINTS,
});

const LOGS_DATA = z.looseObject({
  resourceLogs: listOf(
    z.looseObject({
      resource: RESOURCE,
      scopeLogs: listOf(z.looseObject({ scope: SCOPE, logRecords: listOf(LOG_RECORD) })),
    }),
  ),
});

const METRICS_DATA = z.looseObject({
  resourceMetrics: listOf(
    z.looseObject({
      resource: RESOURCE,
      scopeMetrics: listOf(z.looseObject({ scope: SCOPE, metrics: listOf(METRIC) })),
    }),
  ),
});

const TRACES_DATA = z.looseObject({
  resourceSpans: listOf(
    z.looseObject({
      resource: RESOURCE,
      scopeSpans: listOf(z.looseObject({ scope: SCOPE, spans: listOf(SPAN) })),
    }),
  ),
});

/** What `POST /v1/logs`, `/v1/metrics` and `/v1/traces` take, and the parts that these share. */
export const OTLP_SCHEMAS = {
  Whole: WHOLE,
  LogsData: LOGS_DATA,
  MetricsData: METRICS_DATA,
  TracesData: TRACES_DATA,
  Attributes: ATTRIBUTES,
  Resource: RESOURCE,
  Scope: SCOPE,
  DataPoints: POINTS,
};

/** `google.rpc.Status`, the body of every refusal of an OTLP endpoint. */
export const RPC_STATUS = z.object({
  code: z.int().describe("A gRPC code."),
  message: z.string(),
  details: z
    .array(z.looseObject({ "@type": z.string() }))
    .optional()
    .describe("google.rpc.BadRequest with a 400, google.rpc.RetryInfo with a 429 or 503."),
});
