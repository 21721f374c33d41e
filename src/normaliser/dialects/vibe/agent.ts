/** Mistral Vibe: how it is recognised, what it sends. */
import { OTHERWISE } from "../advice.ts";
import type { AgentDeclaration, Connection, Destination } from "../declaration.ts";
import { headersVariable } from "../headers-variable.ts";
import { labelVariables } from "../resource-attributes.ts";
import { NO_COST, NO_DECISIONS } from "../untold.ts";
import { vibeDialect } from "./dialect.ts";

/** @see The source of mistral-vibe 2.15.0 and 3.0.2, vibe/core/tracing.py, read and run 2026-11-28. */
export const vibe: AgentDeclaration<"vibe"> = {
  name: "vibe",
  title: "Mistral Vibe",
  service: /^mistral-vibe/,
  scope: /^mistral_vibe/,
  neededSignals: ["traces"],
  untold: [
    NO_COST,
    ...NO_DECISIONS,
    { fact: "firstToken", without: null },
    { fact: "compaction", without: null },
  ],
  noPromptRemedy: `${OTHERWISE} vibe; this server must have accept_protobuf; versions 2.26 and 3.0 send nothing when they run without a terminal`,
  connect,
  // Source: Mistral, "MCP servers" of the Vibe Code CLI, read 2026-11-29.
  asks: ({ endpoint, key }) => ({
    place: "~/.vibe/config.toml, at its end",
    format: "toml",
    text: [
      "[[mcp_servers]]",
      'name = "scoring"',
      'transport = "streamable-http"',
      `url = "${endpoint}/mcp"`,
      `headers = { "Authorization" = "Bearer ${key}" }`,
    ].join("\n"),
    file: { folder: ".vibe", movedBy: "VIBE_HOME", names: ["config.toml"] },
  }),
  dialect: vibeDialect,
};

/** @see Run with these variables and no settings file of telemetry: 2.15.0, 2026-11-29. */
function connect({ endpoint, key, labels = {} }: Destination): Connection {
  const variables = {
    VIBE_ENABLE_OTEL: "true",
    VIBE_OTEL_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: headersVariable(key),
    ...labelVariables({ labels }),
  };
  return {
    blocks: [{ format: "shell", command: "vibe", variables }],
    sends:
      "Sends spans of turns and tool calls, without prompts, in protobuf: set accept_protobuf on the server. " +
      "It reports to Mistral too.",
    trusts:
      "set OTEL_EXPORTER_OTLP_CERTIFICATE=/path/to/ca.pem in the environment that the agent starts from",
  };
}
