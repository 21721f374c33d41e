/** OpenHands: how it is recognised, what it sends, how it is connected. */
import { OTHERWISE } from "../advice.ts";
import type { AgentDeclaration, Connection, Destination } from "../declaration.ts";
import { headersVariable } from "../headers-variable.ts";
import { labelVariables } from "../resource-attributes.ts";
import { NO_DECISIONS } from "../untold.ts";
import { openhandsDialect } from "./dialect.ts";

/** @see Captured openhands-sdk 1.58.2 with lmnr 0.7.66 (2026-11-29). */
export const openhands: AgentDeclaration<"openhands"> = {
  name: "openhands",
  title: "OpenHands",
  // The name of the program that starts it; its tracing library is what is always the same.
  service: /(?:^|\/)openhands\b/,
  scope: /^lmnr\.tracer/,
  neededSignals: ["traces"],
  answersIn: "traces",
  untold: [...NO_DECISIONS, { fact: "firstToken", without: null }, { fact: "compaction", without: null }],
  noPromptRemedy: `${OTHERWISE} openhands; this server must have accept_protobuf`,
  connect,
  dialect: openhandsDialect,
};

function connect({ endpoint, key, labels = {} }: Destination): Connection {
  const variables = {
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${endpoint}/v1/traces`,
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: headersVariable(key),
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "http/protobuf",
    ...labelVariables({ labels }),
  };
  return {
    blocks: [{ format: "shell", command: "openhands", variables }],
    sends:
      "Sends spans of prompts, model calls with tokens and tool calls, in protobuf: set accept_protobuf on the server. " +
      "Version 1.58.2 sends no labels.",
    trusts:
      "set OTEL_EXPORTER_OTLP_CERTIFICATE=/path/to/ca.pem in the environment that the agent starts from",
  };
}
