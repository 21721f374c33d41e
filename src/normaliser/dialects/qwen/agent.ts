/** Qwen Code: how it is recognised, what it sends, how it is connected. */
import { OTHERWISE } from "../advice.ts";
import type { AgentDeclaration, UserFile } from "../declaration.ts";
import { mcpEntry } from "../mcp-entry.ts";
import { connectFamily } from "../gemini/connect.ts";
import { NO_COST } from "../untold.ts";
import { qwenDialect } from "./dialect.ts";

const SETTINGS: UserFile = { folder: ".qwen", movedBy: "QWEN_HOME", names: ["settings.json"] };

export const qwen: AgentDeclaration<"qwen"> = {
  name: "qwen",
  title: "Qwen Code",
  service: /^qwen-code/,
  folder: ".qwen",
  neededSignals: ["logs", "traces"],
  answersIn: "logs",
  untold: [NO_COST],
  noPromptRemedy: `${OTHERWISE} qwen`,
  connect: (to) =>
    connectFamily(to, {
      command: "qwen",
      place: "~/.qwen/settings.json",
      file: SETTINGS,
      extra: {},
    }),
  // Source: Gemini CLI, "MCP servers with the Gemini CLI", httpUrl, read 2026-11-28; Qwen Code is its fork.
  asks: (to) =>
    mcpEntry(to, { place: "~/.qwen/settings.json", file: SETTINGS, among: "mcpServers", address: "httpUrl" }),
  dialect: qwenDialect,
};
