/** Every agent's folder is in the list, and no agent is taken for another. */
import { describe, expect, test } from "bun:test";
import { AGENT_DECLARATIONS, AGENTS } from "../../../src/normaliser/dialects/agents.ts";
import { agentOfScope, agentOfService } from "../../../src/normaliser/records/agent-of.ts";
import { readSources } from "../../sources.ts";
import { recordsOfFile, recordsOfSession } from "../captured.ts";

describe("the list of agents", () => {
  test("names every folder that declares one", () => {
    const declaring = readSources()
      .map(({ path }) => path)
      .filter((path) => /^src\/normaliser\/dialects\/[^/]+\/agent\.ts$/.test(path));
    expect(declaring).toHaveLength(AGENTS.length);
    expect(new Set(AGENTS).size).toBe(AGENTS.length);
  });

  test("ends with the one for whatever is not known", () => {
    expect(AGENTS.at(-1)).toBe("other");
    expect(AGENT_DECLARATIONS.filter(({ service }) => service === null)).toHaveLength(1);
  });

  test.each([
    ["claude-code", "claude-code", "com.anthropic.claude_code.events"],
    ["codex", "codex_cli_rs", "codex_otel"],
    ["gemini", "gemini-cli", "gemini-cli"],
    ["qwen", "qwen-code", "qwen-code"],
    ["copilot", "github-copilot", "github.copilot"],
    ["vscode", "copilot-chat", "copilot-chat"],
    ["opencode", "opencode", "opencode"],
    ["vibe", "mistral-vibe", "mistral_vibe"],
    ["goose", "goose", "goose"],
    ["openhands", "openhands", "lmnr.tracer"],
    ["cline", "cline", "cline"],
  ] as const)(
    "knows %s by its service %s and its scope %s, and nobody else does",
    (agent, service, scope) => {
      expect(agentOfService(service)).toBe(agent);
      expect(agentOfScope(scope)).toBe(agent);
      const claiming = AGENT_DECLARATIONS.filter(
        ({ versions, ...declared }) =>
          versions === undefined && (declared.service?.test(service) || declared.scope?.test(scope)),
      );
      expect(claiming.map(({ name }) => name)).toEqual([agent]);
    },
  );

  test("knows Kilo CLI, which calls itself opencode, by its version", async () => {
    const kilo = await recordsOfSession("kilo-ok");
    expect(new Set(kilo.map(({ agent }) => agent))).toEqual(new Set(["kilo"]));
    const opencode = await recordsOfFile("opencode-1.18.33-traces-selected.json");
    expect(new Set(opencode.map(({ agent }) => agent))).toEqual(new Set(["opencode"]));
    expect(agentOfService("opencode", "2.0.1")).toBe("opencode");
    expect(agentOfService("opencode", "local")).toBe("opencode");
  });

  test("says what to do when no prompt comes, by a command that exists", () => {
    for (const { name, connect, noPromptRemedy } of AGENT_DECLARATIONS) {
      if (connect !== null) expect(noPromptRemedy).toContain(`scoring connect ${name}`);
    }
  });
});
