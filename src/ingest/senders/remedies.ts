/** What to change where telemetry is sent, when it is refused. */
import type { SenderKind } from "./sender.ts";

/** What was wrong with a request that was meant to bring telemetry. */
export const SENDER_FAULTS = [
  "protobuf",
  "grpc",
  "content_type",
  "encoding",
  "no_key",
  "unknown_key",
  "revoked_key",
  "path",
] as const;
export type SenderFault = (typeof SENDER_FAULTS)[number];

/** A sentence for a person: the setting that mends it, for this kind of program. */
export function remedyFor(sender: SenderKind, fault: SenderFault): string {
  const { usual, by = {} } = REMEDIES[fault];
  return by[sender] ?? usual;
}

interface Remedies {
  usual: string;
  /** Where another setting does it. */
  by?: Partial<Record<SenderKind, string>>;
}

const JSON_PROTOCOL = "set OTEL_EXPORTER_OTLP_PROTOCOL=http/json where it is started";
const NO_JSON =
  "it cannot send JSON: put an OpenTelemetry Collector in front of this server (docs/agents.md)";
const KEY_VARIABLE = 'OTEL_EXPORTER_OTLP_HEADERS="Authorization=Bearer%20<API_KEY>"';
const CODEX_HEADERS = "Codex: in the headers of each exporter in config.toml";
const NEW_KEY = "make one with scoring keys create, and put it into";

const REMEDIES: Readonly<Record<SenderFault, Remedies>> = {
  protobuf: {
    usual: JSON_PROTOCOL,
    by: {
      "otel-javascript": `${JSON_PROTOCOL} (Claude Code: there, or under env in ~/.claude/settings.json)`,
      "otel-rust": 'Codex: set protocol = "json" on each exporter in config.toml',
      "otel-python": NO_JSON,
      "otel-java": NO_JSON,
      "otel-go": NO_JSON,
      "otel-dotnet": NO_JSON,
      collector: "set encoding: json on its otlp_http exporter",
    },
  },
  grpc: {
    usual:
      `this server takes OTLP over HTTP, not gRPC: ${JSON_PROTOCOL} ` +
      '(Gemini CLI and Qwen Code: "otlpProtocol": "http" in settings.json)',
  },
  content_type: {
    usual: `the body must be JSON, with the header Content-Type: application/json: ${JSON_PROTOCOL}`,
  },
  encoding: { usual: "set OTEL_EXPORTER_OTLP_COMPRESSION to gzip or none" },
  no_key: {
    usual: `send a key in ${KEY_VARIABLE}; scoring connect prints the settings of each agent`,
    by: {
      "otel-rust": `send a key (${CODEX_HEADERS}); scoring connect codex prints the settings`,
      collector: "send a key in the headers of its otlp_http exporter",
    },
  },
  unknown_key: {
    usual: `the key is not one of this server's: ${NEW_KEY} ${KEY_VARIABLE}`,
    by: {
      "otel-rust": `the key is not one of this server's: ${NEW_KEY} its settings (${CODEX_HEADERS})`,
      collector: `the key is not one of this server's: ${NEW_KEY} the headers of its otlp_http exporter`,
    },
  },
  revoked_key: { usual: "make another key with scoring keys create, and put it in the place of this one" },
  path: {
    usual:
      "telemetry goes to /v1/logs, /v1/metrics and /v1/traces: OTEL_EXPORTER_OTLP_ENDPOINT takes the address " +
      "without a path, and the endpoint of one signal its whole path",
    by: {
      "otel-rust":
        "Codex: the endpoint of each exporter in config.toml needs its whole path, such as /v1/logs",
      collector: "give its otlp_http exporter the address without a path",
    },
  },
};
