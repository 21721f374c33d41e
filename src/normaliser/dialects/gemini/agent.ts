/** Gemini CLI: how it is recognised, what it sends, how it is connected. */
import { JSON_PROTOCOL, OTHERWISE } from "../advice.ts";
import type { AgentDeclaration, UserFile } from "../declaration.ts";
import { mcpEntry } from "../mcp-entry.ts";
import { NO_COST } from "../untold.ts";
import { connectFamily } from "./connect.ts";
import { geminiDialect } from "./dialect.ts";

/** @see geminicli.com, "Gemini CLI configuration", GEMINI_CLI_HOME, read 2026-11-29: `.gemini` is below it. */
const SETTINGS: UserFile = { folder: "", movedBy: "GEMINI_CLI_HOME", names: [".gemini/settings.json"] };

export const gemini: AgentDeclaration<"gemini"> = {
  name: "gemini",
  title: "Gemini CLI",
  service: /^gemini-cli/,
  // Its `service.version` is that of Node.
  hidesVersion: true,
  folder: ".gemini",
  neededSignals: ["logs"],
  answersIn: "logs",
  untold: [NO_COST, { fact: "firstToken", without: null }],
  noPromptRemedy: `${OTHERWISE} gemini`,
  refusals: [
    {
      sender: "any",
      fault: "grpc",
      remedy:
        `this server takes OTLP over HTTP, not gRPC: ${JSON_PROTOCOL} ` +
        '(Gemini CLI and Qwen Code: "otlpProtocol": "http" in settings.json)',
    },
  ],
  connect: (to) =>
    connectFamily(to, {
      command: "gemini",
      place: "~/.gemini/settings.json",
      file: SETTINGS,
      extra: { target: "local", traces: false },
    }),
  // Source: Gemini CLI, "MCP servers with the Gemini CLI", httpUrl, read 2026-11-28; Qwen Code is its fork.
  asks: (to) =>
    mcpEntry(to, {
      place: "~/.gemini/settings.json",
      file: SETTINGS,
      among: "mcpServers",
      address: "httpUrl",
    }),
  dialect: geminiDialect,
};
