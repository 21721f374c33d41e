import { describe, expect, test } from "bun:test";
import { agentSettings, CONNECTABLE } from "../../../src/normaliser/connect/agent-settings.ts";

const TO = { endpoint: "http://127.0.0.1:4318", key: "scoring_key", shell: "sh" } as const;

function blocksOf(agent: (typeof CONNECTABLE)[number]) {
  return agentSettings(agent, TO).blocks;
}

/** Those that read their settings from the environment. */
const IN_SHELL = ["gemini", "qwen", "copilot", "opencode", "goose", "kilo", "openhands", "vibe"] as const;

describe("settings of agents", () => {
  test("are what their format says", () => {
    const parsers = { json: JSON.parse, toml: Bun.TOML.parse, shell: (text: string) => text };
    for (const block of CONNECTABLE.flatMap(blocksOf)) {
      expect(() => parsers[block.format](block.text)).not.toThrow();
    }
  });

  test.each([...CONNECTABLE])("of %s carry address and key, and say what is sent", (agent) => {
    const text = JSON.stringify(blocksOf(agent));
    expect(text).toContain(TO.endpoint);
    expect(text).toContain(TO.key);
    expect(agentSettings(agent, TO).sends).toStartWith("Sends ");
  });

  test("of Codex name the whole path of each signal, which it uses verbatim", () => {
    const [block] = blocksOf("codex");
    const { otel } = Bun.TOML.parse(block?.text ?? "") as {
      otel: Record<string, { "otlp-http": { endpoint: string; protocol: string; headers: object } }>;
    };
    expect(otel["exporter"]?.["otlp-http"]).toEqual({
      endpoint: "http://127.0.0.1:4318/v1/logs",
      protocol: "json",
      headers: { Authorization: "Bearer scoring_key" },
    });
    expect(otel["trace_exporter"]?.["otlp-http"].endpoint).toEndWith("/v1/traces");
    expect(otel["metrics_exporter"]?.["otlp-http"].endpoint).toEndWith("/v1/metrics");
  });

  test("have one form of the header in the environment, so that none overwrites another's", () => {
    for (const agent of ["claude-code", ...IN_SHELL] as const) {
      const text = blocksOf(agent)
        .map((block) => block.text)
        .join("\n");
      expect(/OTEL_EXPORTER_OTLP_(?:TRACES_)?HEADERS"?(?:=|: ")([^" ]+)/.exec(text)?.[1]).toBe(
        "Authorization=Bearer%20scoring_key",
      );
    }
  });

  test("in the environment are for the agent's own command only", () => {
    for (const agent of IN_SHELL) {
      const block = blocksOf(agent).find(({ format }) => format === "shell");
      expect(block?.text).toStartWith(`${agent}() {\n`);
    }
  });

  test.each([...CONNECTABLE])("of %s carry labels in one form", (agent) => {
    const labels = { "team.id": "platform", department: "R & D" };
    const text = agentSettings(agent, { ...TO, labels })
      .blocks.map((block) => block.text)
      .join("\n");
    expect(text).toMatch(/OTEL_RESOURCE_ATTRIBUTES"?(?:=|: )["']?team\.id=platform,department=R%20%26%20D/);
    expect(JSON.stringify(blocksOf(agent))).not.toContain("RESOURCE_ATTRIBUTES");
  });
});
