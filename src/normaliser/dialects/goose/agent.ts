/** goose: how it is recognised, what it sends, how it is connected. */
import { OTHERWISE } from "../advice.ts";
import type { AgentDeclaration, Connection, Destination } from "../declaration.ts";
import { headersVariable } from "../headers-variable.ts";
import { labelVariables } from "../resource-attributes.ts";
import { NO_COST, NO_DECISIONS } from "../untold.ts";
import { gooseDialect } from "./dialect.ts";

/** @see The source of block/goose, crates/goose/src/otel/otlp.rs, read 2026-11-28; not run here. */
export const goose: AgentDeclaration<"goose"> = {
  name: "goose",
  title: "goose",
  service: /^goose$/,
  neededSignals: ["traces"],
  answersIn: "traces",
  untold: [
    NO_COST,
    ...NO_DECISIONS,
    { fact: "firstToken", without: null },
    { fact: "compaction", without: null },
  ],
  noPromptRemedy: `${OTHERWISE} goose; this server must have accept_protobuf`,
  connect,
  dialect: gooseDialect,
};

function connect({ endpoint, key, labels = {} }: Destination): Connection {
  const variables = {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: headersVariable(key),
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/protobuf",
    OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "true",
    ...labelVariables({ labels }),
  };
  return {
    blocks: [{ format: "shell", command: "goose", variables }],
    sends:
      "Sends spans of prompts, model calls with tokens and tool calls, in protobuf: set accept_protobuf on the server. " +
      "Without OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT all texts stay away.",
    trusts: "let the machine trust the issuer",
  };
}
