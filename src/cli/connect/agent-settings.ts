/**
 * The settings that make each coding agent send its telemetry here.
 *
 * Source: agent-telemetry notes of 2026-11-21, "Turning it on" of each agent, with prompt text and tool details on.
 */
import type { Agent } from "../../vocabulary/agent.ts";
import { type Shell, settingLines } from "./shells.ts";

/** The agents that can be connected by settings. */
export const CONNECTABLE = [
  "claude-code",
  "codex",
  "gemini",
  "qwen",
  "copilot",
  "vscode",
  "opencode",
] as const;
export type ConnectableAgent = Extract<Agent, (typeof CONNECTABLE)[number]>;

/** One piece of settings, and where it belongs. */
export interface SettingsBlock {
  /** A file, or the shell that starts the agent. */
  place: string;
  format: "shell" | "toml" | "json";
  text: string;
}

/** Where telemetry goes, and with which key. */
export interface Destination {
  /** Without a slash at its end. */
  endpoint: string;
  key: string;
  /** The shell that the agent is started from. */
  shell: Shell;
}

/** What a person pastes, and what the agent then sends. */
export interface AgentSettings {
  blocks: SettingsBlock[];
  sends: string;
}

/** The settings of one agent. */
export function agentSettings(agent: ConnectableAgent, to: Destination): AgentSettings {
  return SETTINGS_OF[agent](to);
}

const SETTINGS_OF: Readonly<Record<ConnectableAgent, (to: Destination) => AgentSettings>> = {
  "claude-code": claudeCode,
  codex,
  gemini: (to) =>
    geminiFamily(to, { place: "~/.gemini/settings.json", extra: { target: "local", traces: false } }),
  qwen: (to) => geminiFamily(to, { place: "~/.qwen/settings.json", extra: {} }),
  copilot,
  vscode,
  opencode,
};

function claudeCode({ endpoint, key, shell }: Destination): AgentSettings {
  return {
    blocks: [
      inShell(shell, {
        CLAUDE_CODE_ENABLE_TELEMETRY: "1",
        OTEL_METRICS_EXPORTER: "otlp",
        OTEL_LOGS_EXPORTER: "otlp",
        OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
        OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
        OTEL_EXPORTER_OTLP_HEADERS: `Authorization=Bearer ${key}`,
        OTEL_LOG_USER_PROMPTS: "1",
        OTEL_LOG_TOOL_DETAILS: "1",
      }),
    ],
    sends:
      "Sends prompts, model calls with tokens and cost, tool calls with commands and paths, and decisions. " +
      "Without OTEL_LOG_USER_PROMPTS the prompts' text stays away, without OTEL_LOG_TOOL_DETAILS commands and paths.",
  };
}

function codex({ endpoint, key }: Destination): AgentSettings {
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
    blocks: [{ place: "~/.codex/config.toml, at its end", format: "toml", text: lines.join("\n") }],
    sends:
      "Sends prompts, model calls with tokens, tool calls with arguments and output, and decisions. " +
      "With log_user_prompt = false the prompts' text stays away; tool arguments are sent all the same.",
  };
}

function geminiFamily(
  { endpoint, key, shell }: Destination,
  file: { place: string; extra: Record<string, string | boolean> },
): AgentSettings {
  const telemetry = {
    enabled: true,
    otlpProtocol: "http",
    otlpEndpoint: endpoint,
    logPrompts: true,
    ...file.extra,
  };
  return {
    blocks: [
      { place: file.place, format: "json", text: JSON.stringify({ telemetry }, null, 2) },
      // The agent's SDK decodes percent signs and takes no blank.
      inShell(shell, { OTEL_EXPORTER_OTLP_HEADERS: `Authorization=Bearer%20${key}` }),
    ],
    sends:
      "Sends prompts, model calls with tokens, tool calls with arguments, and decisions. " +
      'With "logPrompts": false the texts of prompts and arguments stay away.',
  };
}

function copilot({ endpoint, key, shell }: Destination): AgentSettings {
  return {
    blocks: [
      inShell(shell, {
        OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
        OTEL_EXPORTER_OTLP_HEADERS: `Authorization=Bearer ${key}`,
        OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "true",
      }),
    ],
    sends:
      "Sends spans of prompts, model calls with tokens and tool calls, and metrics. " +
      "Without OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT all texts stay away.",
  };
}

function vscode({ endpoint, key }: Destination): AgentSettings {
  const settings = {
    "github.copilot.chat.otel.enabled": true,
    "github.copilot.chat.otel.exporterType": "otlp-http",
    "github.copilot.chat.otel.otlpEndpoint": endpoint,
    "github.copilot.chat.otel.protocol": "http/json",
    "github.copilot.chat.otel.headers": { Authorization: `Bearer ${key}` },
    "github.copilot.chat.otel.captureContent": true,
  };
  return {
    blocks: [{ place: "settings.json of VS Code", format: "json", text: JSON.stringify(settings, null, 2) }],
    sends:
      "Sends spans of prompts, model calls with tokens and tool calls, and events of edits kept or undone. " +
      "With captureContent off all texts stay away.",
  };
}

function opencode({ endpoint, key, shell }: Destination): AgentSettings {
  return {
    blocks: [
      inShell(shell, {
        OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
        OTEL_EXPORTER_OTLP_HEADERS: `Authorization=Bearer ${key}`,
      }),
      {
        place: "opencode.json",
        format: "json",
        text: JSON.stringify({ experimental: { openTelemetry: true } }, null, 2),
      },
    ],
    sends: "Sends spans of model calls with tokens, prompts and tool calls included.",
  };
}

function inShell(shell: Shell, variables: Readonly<Record<string, string>>): SettingsBlock {
  return { place: "the shell that starts the agent", format: "shell", text: settingLines(shell, variables) };
}
