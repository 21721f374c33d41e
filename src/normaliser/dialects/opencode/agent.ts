/** opencode: how it is recognised, what it sends, how it is connected. */
import { OTHERWISE } from "../advice.ts";
import type { AgentDeclaration, Connection, Destination, UserFile } from "../declaration.ts";
import { mcpEntry } from "../mcp-entry.ts";
import { headersVariable } from "../headers-variable.ts";
import { labelVariables } from "../resource-attributes.ts";
import { NO_COST } from "../untold.ts";
import { opencodeDialect } from "./dialect.ts";

const SETTINGS: UserFile = {
  folder: ".config",
  movedBy: "XDG_CONFIG_HOME",
  names: ["opencode/opencode.jsonc", "opencode/opencode.json"],
};

/**
 * How long spans wait to be sent; without it 5,000. `opencode run` ends without sending those that wait.
 *
 * @see Opencode 1.18.33 (2026-11-23), sessions of three prompts by `opencode run`: all spans that scoring
 *   reads came in 5 of 5 with 100, in 1 of 5 with 250, in 1 of 5 with 500.
 */
const SPAN_DELAY_MS = "100";

export const opencode: AgentDeclaration<"opencode"> = {
  name: "opencode",
  title: "opencode",
  service: /^opencode/,
  // Kilo CLI, whose records name opencode everywhere: 7.7.7, captured 2026-11-23; opencode: 1.18.33.
  forks: /^(?:[7-9]|\d{2,})\./,
  neededSignals: ["traces"],
  answersIn: "traces",
  untold: [NO_COST, { fact: "accepts", without: null }],
  noPromptRemedy: `${OTHERWISE} opencode (prompts need experimental.openTelemetry)`,
  connect,
  // Source: opencode 1.18, "MCP servers", remote, read 2026-11-28. A wrong key is no invitation to sign in elsewhere.
  asks: (to) =>
    mcpEntry(to, {
      place: "opencode.json",
      file: SETTINGS,
      among: "mcp",
      address: "url",
      extra: { type: "remote", enabled: true, oauth: false },
    }),
  dialect: opencodeDialect,
};

function connect({ endpoint, key, labels = {} }: Destination): Connection {
  const variables = {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: headersVariable(key),
    OTEL_BSP_SCHEDULE_DELAY: SPAN_DELAY_MS,
    ...labelVariables({ labels }),
  };
  const settings = { experimental: { openTelemetry: true } };
  return {
    blocks: [
      { format: "shell", command: "opencode", variables },
      { place: "opencode.json", format: "json", text: JSON.stringify(settings, null, 2), file: SETTINGS },
    ],
    sends: "Sends spans for prompts, tool calls and model calls with tokens.",
  };
}
