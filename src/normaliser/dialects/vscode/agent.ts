/** Copilot Chat in VS Code: how it is recognised, what it sends, how it is connected. */
import { OTHERWISE } from "../advice.ts";
import type { AgentDeclaration, Connection, Destination, UserFile } from "../declaration.ts";
import { mcpEntry } from "../mcp-entry.ts";
import { labelBlock } from "../resource-attributes.ts";
import { NO_DECISIONS } from "../untold.ts";
import { vscodeDialect } from "./dialect.ts";

/** @see code.visualstudio.com/docs/configure/settings, user settings file locations, read 2026-11. */
const SETTINGS: UserFile = {
  folder: ".config",
  movedBy: "XDG_CONFIG_HOME",
  onMacos: "Library/Application Support",
  names: ["Code/User/settings.json"],
};

export const vscode: AgentDeclaration<"vscode"> = {
  name: "vscode",
  title: "VS Code",
  service: /^copilot-chat/,
  neededSignals: ["traces"],
  answersIn: "traces",
  untold: NO_DECISIONS,
  noPromptRemedy: `${OTHERWISE} vscode`,
  connect,
  // Source: code.visualstudio.com, "MCP configuration reference", read 2026-11-28.
  asks: (to) =>
    mcpEntry(to, {
      place: "mcp.json of VS Code, next to its settings.json",
      file: { ...SETTINGS, names: ["Code/User/mcp.json"] },
      among: "servers",
      address: "url",
      extra: { type: "http" },
    }),
  dialect: vscodeDialect,
};

function connect({ endpoint, key, labels = {} }: Destination): Connection {
  const settings = {
    "github.copilot.chat.otel.enabled": true,
    "github.copilot.chat.otel.exporterType": "otlp-http",
    "github.copilot.chat.otel.otlpEndpoint": endpoint,
    "github.copilot.chat.otel.protocol": "http/json",
    "github.copilot.chat.otel.headers": { Authorization: `Bearer ${key}` },
    "github.copilot.chat.otel.captureContent": true,
  };
  return {
    blocks: [
      {
        place: "settings.json of VS Code",
        format: "json",
        text: JSON.stringify(settings, null, 2),
        file: SETTINGS,
      },
      ...labelBlock("code", { labels }),
    ],
    sends:
      "Sends spans of prompts, model calls with tokens and tool calls, and events of edits kept or undone. " +
      "With captureContent off all texts stay away.",
  };
}
