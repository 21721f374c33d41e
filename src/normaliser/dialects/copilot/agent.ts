/** GitHub Copilot CLI: how it is recognised, what it sends, how it is connected. */
import { OTHERWISE } from "../advice.ts";
import { headersVariable } from "../headers-variable.ts";
import type { AgentDeclaration, Connection, Destination } from "../declaration.ts";
import { mcpEntry } from "../mcp-entry.ts";
import { labelVariables } from "../resource-attributes.ts";
import { NO_DECISIONS } from "../untold.ts";
import { copilotDialect } from "./dialect.ts";

export const copilot: AgentDeclaration<"copilot"> = {
  name: "copilot",
  title: "Copilot",
  service: /^github-copilot/,
  scope: /^github\.copilot/,
  neededSignals: ["traces"],
  answersIn: "traces",
  untold: NO_DECISIONS,
  noPromptRemedy: `${OTHERWISE} copilot`,
  connect,
  // Source: GitHub, "Adding MCP servers for GitHub Copilot CLI", read 2026-11-28.
  asks: (to) =>
    mcpEntry(to, {
      place: "~/.copilot/mcp-config.json",
      file: { folder: ".copilot", movedBy: "COPILOT_HOME", names: ["mcp-config.json"] },
      among: "mcpServers",
      address: "url",
      extra: { type: "http", tools: ["*"] },
    }),
  dialect: copilotDialect,
};

function connect({ endpoint, key, labels = {} }: Destination): Connection {
  const variables = {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: headersVariable(key),
    OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "true",
    ...labelVariables({ labels }),
  };
  return {
    blocks: [{ format: "shell", command: "copilot", variables }],
    sends:
      "Sends spans of prompts, model calls with tokens and tool calls, and metrics. " +
      "Without OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT all texts stay away.",
  };
}
