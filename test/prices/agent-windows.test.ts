import { describe, expect, test } from "bun:test";
import { agentWindowOf } from "../../src/prices/agent-windows.ts";

describe("an agent's own window", () => {
  test("is the model's however its name is written", () => {
    for (const name of ["gpt-5.4", "GPT-5.4", "openai/gpt-5.4", "gpt-5-4-2026-03-05"])
      expect(agentWindowOf("codex", name)).toBe(258_400);
  });

  test("is that agent's only, and no other model's", () => {
    expect(agentWindowOf("opencode", "gpt-5.4")).toBeNull();
    expect(agentWindowOf("codex", "gpt-5.4-mini")).toBeNull();
  });
});
