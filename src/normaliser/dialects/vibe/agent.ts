/** Mistral Vibe: how it is recognised, what it sends. */
import type { AgentDeclaration } from "../declaration.ts";
import { NO_COST, NO_DECISIONS } from "../untold.ts";
import { vibeDialect } from "./dialect.ts";

/** @see Vibe/core/tracing.py of mistral-vibe 2.15.0 and 3.0.2, read and run 2026-11-28. */
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
  noPromptRemedy:
    "set enable_otel and otel_endpoint in its config.toml, and accept_protobuf on this server; versions 2.26 and 3.0 send nothing when they run without a terminal",
  connect: null,
  dialect: vibeDialect,
};
