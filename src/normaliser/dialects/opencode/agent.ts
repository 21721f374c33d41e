/** opencode: how it is recognised, what it sends, how it is connected. */
import { OTHERWISE } from "../advice.ts";
import type { AgentDeclaration, Connection, Destination, UserFile } from "../declaration.ts";
import { mcpEntry } from "../mcp-entry.ts";
import { NO_COST } from "../untold.ts";
import { opencodeDialect } from "./dialect.ts";
import { environmentOf } from "./environment.ts";

const SETTINGS: UserFile = {
  folder: ".config",
  movedBy: "XDG_CONFIG_HOME",
  names: ["opencode/opencode.jsonc", "opencode/opencode.json"],
};

export const opencode: AgentDeclaration<"opencode"> = {
  name: "opencode",
  title: "opencode",
  service: /^opencode/,
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

function connect(to: Destination): Connection {
  const settings = { experimental: { openTelemetry: true } };
  return {
    blocks: [
      { format: "shell", command: "opencode", variables: environmentOf(to) },
      { place: "opencode.json", format: "json", text: JSON.stringify(settings, null, 2), file: SETTINGS },
    ],
    sends: "Sends spans for prompts, tool calls and model calls with tokens.",
  };
}
