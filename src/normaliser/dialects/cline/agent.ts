/** Cline: its sessions come from its files only, for its builds send no telemetry to anybody else's server. */
import type { AgentDeclaration } from "../declaration.ts";
import { mcpEntry } from "../mcp-entry.ts";
import { genAiDialect } from "../gen-ai/dialect.ts";
import { NO_COST, NO_DECISIONS } from "../untold.ts";

/** @see Cline CLI 3.0.65, run 2026-11-23 with every OTEL_ variable set: no request. */
export const cline: AgentDeclaration<"cline"> = {
  name: "cline",
  title: "Cline",
  service: /^cline$/,
  neededSignals: ["logs"],
  untold: [
    NO_COST,
    ...NO_DECISIONS,
    { fact: "firstToken", without: null },
    { fact: "compaction", without: null },
  ],
  noPromptRemedy: "it sends nothing by itself: call scoring import cline",
  connect: null,
  // Source: @cline/core and @cline/shared 0.0.86, their schema and path of MCP settings, read 2026-11-29.
  asks: (to) =>
    mcpEntry(to, {
      place: "~/.cline/data/settings/cline_mcp_settings.json",
      file: { folder: ".cline", movedBy: "CLINE_DIR", names: ["data/settings/cline_mcp_settings.json"] },
      among: "mcpServers",
      address: "url",
      extra: { type: "streamableHttp" },
    }),
  dialect: genAiDialect,
};
