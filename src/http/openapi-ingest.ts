/** The part of the OpenAPI document for what the server answers before any route: ingest and health. */
import { inputSchema, outputSchema } from "./documented.ts";
import { LOGS_DATA, METRICS_DATA, RPC_STATUS, TRACES_DATA } from "./otlp-schema.ts";

/** Bodies and refusals of ingest. */
export const INGEST_SCHEMAS: Readonly<Record<string, object>> = {
  LogsData: inputSchema(LOGS_DATA),
  MetricsData: inputSchema(METRICS_DATA),
  TracesData: inputSchema(TRACES_DATA),
  Status: outputSchema(RPC_STATUS),
};

/** Operations of ingest and health, by path and method. */
export const INGEST_PATHS: Readonly<Record<string, Record<string, object>>> = {
  "/v1/logs": { post: ingest("logs", { schema: "LogsData", rejected: "rejectedLogRecords" }) },
  "/v1/metrics": { post: ingest("metrics", { schema: "MetricsData", rejected: "rejectedDataPoints" }) },
  "/v1/traces": { post: ingest("traces", { schema: "TracesData", rejected: "rejectedSpans" }) },
  "/health": {
    get: {
      summary: "Whether the message stream is connected",
      tags: ["Health"],
      security: [],
      responses: { "200": plain("ok", "Connected"), "503": plain("nats unhealthy", "Down") },
    },
  },
};

function ingest(signal: string, body: { schema: string; rejected: string }): object {
  return {
    summary: `Takes OTLP ${signal} as JSON`,
    description: "200 means that the records are on disk.",
    tags: ["Ingest"],
    parameters: [{ name: "Content-Encoding", in: "header", schema: { enum: ["gzip", "identity"] } }],
    requestBody: { required: true, content: { "application/json": { schema: reference(body.schema) } } },
    responses: {
      "200": accepted(body.rejected),
      "400": refused("Not JSON, or a container of the wrong type; nothing was stored"),
      "401": refused("Missing, unknown or revoked key"),
      "413": refused("Larger than the limit, as sent or after gunzip"),
      "415": refused("Not application/json, or a Content-Encoding other than gzip"),
      "503": {
        ...refused("Under backpressure; send it again"),
        headers: { "Retry-After": { schema: { const: "5" } } },
      },
    },
  };
}

function accepted(rejected: string): object {
  const partialSuccess = {
    type: "object",
    properties: { [rejected]: { type: "string" }, errorMessage: { type: "string" } },
  };
  const schema = { type: "object", properties: { partialSuccess } };
  return {
    description: "Stored; partialSuccess only when items were rejected",
    content: { "application/json": { schema } },
  };
}

function refused(description: string): object {
  return { description, content: { "application/json": { schema: reference("Status") } } };
}

function reference(schema: string): object {
  return { $ref: `#/components/schemas/${schema}` };
}

function plain(text: string, description: string): object {
  return { description, content: { "text/plain": { schema: { const: text } } } };
}
