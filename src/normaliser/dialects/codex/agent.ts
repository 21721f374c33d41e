/** OpenAI Codex: how it is recognised, what it sends, how it is connected. */
import { UNKNOWN_KEY } from "../advice.ts";
import type { AgentDeclaration, Connection, Destination, Refusal, UserFile } from "../declaration.ts";
import { labelBlock } from "../resource-attributes.ts";
import { NO_COST } from "../untold.ts";
import { codexDialect } from "./dialect.ts";

const SETTINGS: UserFile = { folder: ".codex", movedBy: "CODEX_HOME", names: ["config.toml"] };

const HEADERS = "Codex: in the headers of each exporter in config.toml";

const REMEDIES: readonly Omit<Refusal, "sender">[] = [
  { fault: "protobuf", remedy: 'Codex: set protocol = "json" on each exporter in config.toml' },
  { fault: "no_key", remedy: `send a key (${HEADERS}); scoring connect codex prints the settings` },
  { fault: "unknown_key", remedy: `${UNKNOWN_KEY} its settings (${HEADERS})` },
  {
    fault: "path",
    remedy: "Codex: the endpoint of each exporter in config.toml needs its whole path, such as /v1/logs",
  },
];

export const codex: AgentDeclaration<"codex"> = {
  name: "codex",
  title: "Codex",
  // The originator: codex_exec, codex_cli_rs, codex-app-server, codex_vscode, codex_desktop.
  service: /^codex/,
  folder: ".codex",
  neededSignals: ["logs"],
  untold: [NO_COST, { fact: "rejections", without: "traces" }, { fact: "compaction", without: "traces" }],
  // Source: `codex app-server daemon --help` of Codex 0.169.0, read 2026-11-22.
  noPromptRemedy:
    "start a new session of codex; if a Codex daemon from before still runs with its old settings, end it with " +
    "`codex app-server daemon stop`; else compare config.toml with scoring connect codex",
  refusals: REMEDIES.map((refusal) => ({ ...refusal, sender: "otel-rust" })),
  windows: [
    {
      model: "gpt-5.4",
      tokens: 258_400,
      source: "Codex 0.169.0, model_context_window of its session record, 2026-11-21",
    },
  ],
  connect,
  // Source: OpenAI, "Codex configuration reference", mcp_servers.<id>.http_headers, read 2026-11-28.
  asks: ({ endpoint, key }) => ({
    place: "~/.codex/config.toml, at its end",
    format: "toml",
    text: [
      "[mcp_servers.scoring]",
      `url = "${endpoint}/mcp"`,
      `http_headers = { "Authorization" = "Bearer ${key}" }`,
    ].join("\n"),
    file: SETTINGS,
  }),
  dialect: codexDialect,
};

function connect({ endpoint, key, labels = {} }: Destination): Connection {
  const exporter = (name: string, signal: string): string =>
    `${name} = { otlp-http = { endpoint = "${endpoint}/v1/${signal}", protocol = "json", ` +
    `headers = { "Authorization" = "Bearer ${key}" } } }`;
  const lines = [
    "[otel]",
    "log_user_prompt = true",
    exporter("exporter", "logs"),
    exporter("trace_exporter", "traces"),
    exporter("metrics_exporter", "metrics"),
  ];
  return {
    blocks: [
      {
        place: "~/.codex/config.toml, at its end",
        format: "toml",
        text: lines.join("\n"),
        file: SETTINGS,
      },
      // Source: openai/codex, codex-rs/otel/src/provider.rs, make_resource, read 2026-11-24: no setting of its own.
      ...labelBlock("codex", { labels }),
    ],
    sends:
      "Sends prompts, model calls with tokens, tool calls with arguments and output, and decisions. " +
      "With log_user_prompt = false the prompts' text stays away; tool arguments are sent all the same.",
    // Source: OpenAI, "Codex configuration reference", otel.exporter.<id>.tls, read 2026-11-22.
    trusts: 'add tls = { ca-certificate = "/path/to/ca.pem" } to each exporter, next to its endpoint',
  };
}
