/** Gemini CLI: how it is recognised, what it sends, how it is connected. */
import { JSON_PROTOCOL, OTHERWISE } from "../advice.ts";
import type { AgentDeclaration } from "../declaration.ts";
import { NO_COST } from "../untold.ts";
import { connectFamily } from "./connect.ts";
import { geminiDialect } from "./dialect.ts";

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
      file: { folder: ".gemini", names: ["settings.json"] },
      extra: { target: "local", traces: false },
    }),
  dialect: geminiDialect,
};
