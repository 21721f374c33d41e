/** What to change where telemetry is sent, when it is refused. */
import type { SenderFault, SenderKind } from "../../ingest/senders/sender.ts";
import { JSON_PROTOCOL, UNKNOWN_KEY } from "./advice.ts";
import { AGENT_DECLARATIONS } from "./agents.ts";
import type { Refusal } from "./declaration.ts";

/** A sentence for a person: the setting that mends it, for this kind of program. */
export function remedyFor(sender: SenderKind, fault: SenderFault): string {
  const fitting = (asked: Refusal["sender"]): string | undefined =>
    REFUSALS.find((refusal) => refusal.fault === fault && refusal.sender === asked)?.remedy;
  return fitting(sender) ?? fitting("any") ?? USUAL[fault];
}

const NO_JSON =
  "it cannot send JSON: set accept_protobuf = true on this server, or put an OpenTelemetry Collector in front (docs/agents.md)";
const KEY_VARIABLE = 'OTEL_EXPORTER_OTLP_HEADERS="Authorization=Bearer%20<API_KEY>"';

const USUAL: Readonly<Record<SenderFault, string>> = {
  protobuf: `${JSON_PROTOCOL}, or accept_protobuf = true on this server`,
  grpc: `this server takes OTLP over HTTP, not gRPC: ${JSON_PROTOCOL}`,
  content_type: `the body must be JSON, with the header Content-Type: application/json: ${JSON_PROTOCOL}`,
  encoding: "set OTEL_EXPORTER_OTLP_COMPRESSION to gzip or none",
  no_key: `send a key in ${KEY_VARIABLE}; scoring connect prints the settings of each agent`,
  unknown_key: `${UNKNOWN_KEY} ${KEY_VARIABLE}`,
  revoked_key: "create another key with scoring keys create, and use that one instead",
  ended_key: "create another key with scoring keys create, and use that one instead",
  reading_key:
    "this key lacks the scope ingest: create a key with scoring keys create, and use that one instead",
  path:
    "telemetry goes to /v1/logs, /v1/metrics and /v1/traces: OTEL_EXPORTER_OTLP_ENDPOINT takes the address " +
    "without a path, and the endpoint of one signal its whole path",
};

const PLUGIN_KEY =
  "the Claude Code plugin's settings: scoring connect claude-code --write does that, or set SCORING_API_KEY where the " +
  "agent is started";

const WITHOUT_JSON = ["otel-python", "otel-java", "otel-go", "otel-dotnet"] as const;

const REFUSALS: readonly Refusal[] = [
  ...AGENT_DECLARATIONS.flatMap(({ refusals = [] }) => refusals),
  ...WITHOUT_JSON.map((sender) => ({ sender, fault: "protobuf" as const, remedy: NO_JSON })),
  { sender: "plugin", fault: "unknown_key", remedy: `${UNKNOWN_KEY} ${PLUGIN_KEY}` },
  { sender: "plugin", fault: "no_key", remedy: `put a key into ${PLUGIN_KEY}` },
  { sender: "collector", fault: "protobuf", remedy: "set encoding: json on its otlp_http exporter" },
  { sender: "collector", fault: "no_key", remedy: "send a key in the headers of its otlp_http exporter" },
  {
    sender: "collector",
    fault: "unknown_key",
    remedy: `${UNKNOWN_KEY} the headers of its otlp_http exporter`,
  },
  {
    sender: "collector",
    fault: "path",
    remedy: "give its otlp_http exporter the address without a path",
  },
];
