/** The part of the OpenAPI document for what the server answers before any route: ingest, health, the script that connects. */
import { inputSchemas, outputSchema } from "./json-schema.ts";
import { nameResponses, usualProblems } from "./refusals.ts";
import { OTLP_SCHEMAS, RPC_STATUS } from "./otlp-schema.ts";

/** Returns the schemas of bodies and refusals of ingest, by name. */
export function ingestSchemas(): Record<string, object> {
  return { ...inputSchemas(OTLP_SCHEMAS), Status: outputSchema(RPC_STATUS) };
}

const PROTOBUF = { "application/x-protobuf": {} };

/** Both names of gzip, identity and none at all, in any case and with blanks around. */
const ENCODING = {
  name: "Content-Encoding",
  in: "header",
  description: "gzip, x-gzip or identity, in any case.",
  schema: {
    type: "string",
    pattern: "^\\s*(([xX]-)?[gG][zZ][iI][pP]|[iI][dD][eE][nN][tT][iI][tT][yY])?\\s*$",
  },
};

const REFUSALS = nameResponses("Otlp", {
  "400": refused("Neither JSON nor protobuf, or a container of the wrong type; nothing was stored"),
  "401": refused("Missing, unknown or revoked key"),
  "405": { ...refused("Another method than POST"), headers: { Allow: { schema: { const: "POST" } } } },
  "408": refused("The body arrived too slowly; its connection is closed"),
  "413": refused("Larger than the limit, as sent or after gunzip, or with more items than max_items"),
  "415": refused(
    "Not application/json (with accept_protobuf, nor application/x-protobuf), or a Content-Encoding other than gzip",
  ),
  "429": {
    ...refused("The key sends more requests than it may; send it again"),
    headers: { "Retry-After": { schema: { type: "string", pattern: "^[0-9]+$" } } },
  },
  "500": refused("It broke here; the server's log has the reason"),
  "503": {
    ...refused("Under backpressure; send it again"),
    headers: { "Retry-After": { schema: { const: "5" } } },
  },
});

/** Refusals of OTLP endpoints, by name. */
export const INGEST_RESPONSES = REFUSALS.named;

/** Operations of these, by path and method. */
export const INGEST_PATHS: Readonly<Record<string, Record<string, object>>> = {
  "/v1/logs": { post: ingest("logs", { schema: "LogsData", rejected: "rejectedLogRecords" }) },
  "/v1/metrics": { post: ingest("metrics", { schema: "MetricsData", rejected: "rejectedDataPoints" }) },
  "/v1/traces": { post: ingest("traces", { schema: "TracesData", rejected: "rejectedSpans" }) },
  "/health": {
    get: {
      summary: "Whether the message stream is connected",
      tags: ["Health"],
      security: [],
      responses: {
        "200": plain("ok", "Connected"),
        "503": plain("nats unhealthy", "Down"),
        ...usualProblems(),
      },
    },
  },
  "/connect.mjs": {
    get: {
      summary: "A script for Node 20 and Bun that connects agents; it holds no key",
      tags: ["Dashboard"],
      security: [],
      responses: {
        "200": { description: "The script", content: { "text/javascript": { schema: { type: "string" } } } },
        ...usualProblems("404"),
      },
    },
  },
};

function ingest(signal: string, body: { schema: string; rejected: string }): object {
  return {
    summary: `Takes OTLP ${signal}`,
    description:
      "200 means that the records are on disk. Protobuf only with accept_protobuf; it is answered in protobuf.",
    tags: ["Ingest"],
    parameters: [ENCODING],
    requestBody: {
      required: true,
      content: { "application/json": { schema: reference(body.schema) }, ...PROTOBUF },
    },
    responses: {
      "200": accepted(body.rejected),
      ...REFUSALS.references,
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
    content: { "application/json": { schema }, ...PROTOBUF },
  };
}

function refused(description: string): object {
  return { description, content: { "application/json": { schema: reference("Status") }, ...PROTOBUF } };
}

function reference(schema: string): object {
  return { $ref: `#/components/schemas/${schema}` };
}

function plain(text: string, description: string): object {
  return { description, content: { "text/plain": { schema: { const: text } } } };
}
