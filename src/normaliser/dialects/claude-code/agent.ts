/** Claude Code: how it is recognised, what it sends, how it is connected. */
import { JSON_PROTOCOL, OTHERWISE } from "../advice.ts";
import { headersVariable } from "../headers-variable.ts";
import type { AgentDeclaration, Connection, Destination, UserFile } from "../declaration.ts";
import { mcpEntry } from "../mcp-entry.ts";
import { labelVariables } from "../resource-attributes.ts";
import { claudeCodeDialect } from "./dialect.ts";

const SETTINGS: UserFile = { folder: ".claude", movedBy: "CLAUDE_CONFIG_DIR", names: ["settings.json"] };

/** Where the plugin looks for address and key: embedded/plugin/scoring/hooks/send.sh. */
const PLUGIN: UserFile = { folder: ".config", movedBy: "XDG_CONFIG_HOME", names: ["scoring/plugin"] };

export const claudeCode: AgentDeclaration<"claude-code"> = {
  name: "claude-code",
  title: "Claude Code",
  service: /^claude-code/,
  scope: /^com\.anthropic\.claude_code/,
  folder: ".claude",
  neededSignals: ["logs", "metrics"],
  untold: [],
  noPromptRemedy: `${OTHERWISE} claude-code (prompts need OTEL_LOGS_EXPORTER=otlp)`,
  refusals: [
    {
      sender: "otel-javascript",
      fault: "protobuf",
      remedy: `${JSON_PROTOCOL} (Claude Code: there, or under env in ~/.claude/settings.json)`,
    },
  ],
  connect,
  // Source: Anthropic, "Connect Claude Code to tools via MCP", scopes, read 2026-11-28.
  asks: (to) =>
    mcpEntry(to, {
      place: "~/.claude.json, or .mcp.json of one project",
      file: { folder: "", movedBy: "CLAUDE_CONFIG_DIR", names: [".claude.json"] },
      among: "mcpServers",
      address: "url",
      extra: { type: "http" },
    }),
  dialect: claudeCodeDialect,
};

function connect({ endpoint, key, labels = {} }: Destination): Connection {
  const variables = {
    CLAUDE_CODE_ENABLE_TELEMETRY: "1",
    OTEL_METRICS_EXPORTER: "otlp",
    OTEL_LOGS_EXPORTER: "otlp",
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: headersVariable(key),
    OTEL_LOG_USER_PROMPTS: "1",
    OTEL_LOG_TOOL_DETAILS: "1",
    ...labelVariables({ labels }),
  };
  return {
    blocks: [
      {
        place: "~/.claude/settings.json",
        format: "json",
        text: JSON.stringify({ env: variables }, null, 2),
        file: SETTINGS,
      },
    ],
    ownFiles: [{ file: PLUGIN, text: `endpoint=${endpoint}\nkey=${key}\n` }],
    sends:
      "Sends prompts, model calls with tokens and cost, tool calls with commands and paths, and decisions. " +
      "Without OTEL_LOG_USER_PROMPTS the prompts' text stays away, without OTEL_LOG_TOOL_DETAILS commands and paths.",
  };
}
