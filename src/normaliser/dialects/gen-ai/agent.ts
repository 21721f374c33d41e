/** Every agent that is not listed: read by OpenTelemetry's GenAI conventions. */
import type { AgentDeclaration } from "../declaration.ts";
import { genAiDialect } from "./dialect.ts";

export const other: AgentDeclaration<"other"> = {
  name: "other",
  title: "Another agent",
  service: null,
  neededSignals: [],
  answersIn: "traces",
  untold: [],
  noPromptRemedy: "scores need prompts: docs/agents.md says what is read from agents that are not listed",
  connect: null,
  dialect: genAiDialect,
};
