/** Whom the doctor blames when an agent's records hold no prompt. */
import { describe, expect, test } from "bun:test";
import { checkAgents, type SeenAgent } from "../../../src/cli/doctor/agents.ts";

const CODEX: SeenAgent = {
  agent: "codex",
  version: "0.169.0",
  sessions: 0,
  sessionsWith: { logs: 0, metrics: 0, traces: 0 },
  records: { logs: 24, metrics: 0, traces: 0 },
  lastPrompts: null,
};

const check = (around: { isBusy: boolean; oddTimes: number }) => checkAgents([CODEX], null, around)[0];

describe("an agent without a prompt", () => {
  test("is asked to start again when all of its records are counted", () => {
    const finding = check({ isBusy: false, oddTimes: 0 });
    expect(finding).toMatchObject({
      state: "warn",
      found: expect.stringMatching(/24 logs, .*, and no prompt$/),
    });
    expect(finding?.remedy).toStartWith("start a new session of codex; if a Codex daemon");
  });

  test("is not blamed while records wait", () => {
    const finding = check({ isBusy: true, oddTimes: 0 });
    expect(finding).toMatchObject({ state: "ok", remedy: null });
    expect(finding?.found).toEndWith("; its newest records are not counted yet");
  });

  test("is not blamed before the clocks where records have impossible times", () => {
    const finding = check({ isBusy: false, oddTimes: 24 });
    expect(finding?.state).toBe("warn");
    expect(finding?.found).toContain("24 records of all agents have an impossible time");
    expect(finding?.remedy).toStartWith(
      "set the clocks of the server and of the agent's machine; where they are right,",
    );
  });
});
