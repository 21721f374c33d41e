/** Kilo CLI, a fork of opencode: how it is recognised, what it sends, how it is connected. */
import { OTHERWISE } from "../advice.ts";
import type { AgentDeclaration } from "../declaration.ts";
import { mcpEntry } from "../mcp-entry.ts";
import { environmentOf } from "../opencode/environment.ts";
import { NO_COST } from "../untold.ts";
import { kiloDialect } from "./dialect.ts";

/** @see Captured Kilo CLI 7.7.7 (2026-11-23) and 7.7.9 (2026-11-29). */
export const kilo: AgentDeclaration<"kilo"> = {
  name: "kilo",
  title: "Kilo CLI",
  // Its records name opencode everywhere, whose versions are lower: 1.18.33.
  service: /^opencode/,
  versions: /^(?:[7-9]|\d{2,})\./,
  neededSignals: ["traces", "logs"],
  untold: [NO_COST, { fact: "accepts", without: null }, { fact: "firstToken", without: null }],
  noPromptRemedy: `${OTHERWISE} kilo`,
  connect: (to) => ({
    blocks: [{ format: "shell", command: "kilo", variables: environmentOf(to) }],
    sends: "Sends spans for prompts and tool calls, and log lines for model calls; no texts and no tokens.",
  }),
  // Source: Kilo, "Using MCP in the CLI", remote servers, read 2026-11-29; `oauth` as in opencode.
  asks: (to) =>
    mcpEntry(to, {
      place: "~/.config/kilo/kilo.json",
      file: { folder: ".config", movedBy: "XDG_CONFIG_HOME", names: ["kilo/kilo.jsonc", "kilo/kilo.json"] },
      among: "mcp",
      address: "url",
      extra: { type: "remote", enabled: true, oauth: false },
    }),
  dialect: kiloDialect,
};
