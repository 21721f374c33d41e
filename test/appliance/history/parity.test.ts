/** Sessions driven by hand: what the agents' files show of them, what telemetry shows, and both. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { homeWith } from "../../history/homes.ts";
import { readInteractiveRun, sendAsCaptured } from "../captured-runs.ts";
import { joinTestAppliance, type TestAppliance, type TestOrganization } from "../running.ts";
import { runImport, type Shown, shownOf } from "./shown.ts";

const NOTHING = { repairs: [], commits: 0, rejections: 0, compactions: [], edits: 0, retained: 0 };

/** By agent and fixture, each session's counts by hand, the earlier first; calls, tokens and outcomes are telemetry's. */
const BY_HAND: Record<string, { agent: string; sessions: Shown[] }> = {
  "codex-tui-edit-compact": {
    agent: "codex",
    sessions: [
      {
        turns: 12,
        repairs: [3, 4, 9, 12],
        commits: 1,
        rejections: 1,
        compactions: ["manual", "automatic"],
        calls: 35,
        input: 2_111_337,
        output: 2_272,
        edits: 4,
        retained: 2,
        outcomes: ["partial", "reached", "abandoned"],
      },
      {
        ...NOTHING,
        turns: 2,
        commits: 1,
        calls: 4,
        input: 105_838,
        output: 254,
        edits: 1,
        retained: 1,
        outcomes: ["reached"],
      },
    ],
  },
  "qwen-tui-clear": {
    agent: "qwen",
    sessions: [
      { ...NOTHING, turns: 2, calls: 5, input: 111_291, output: 414, outcomes: ["unknown", "unknown"] },
      {
        ...NOTHING,
        turns: 2,
        calls: 7,
        input: 156_803,
        output: 649,
        edits: 1,
        retained: 1,
        outcomes: ["reached"],
      },
    ],
  },
  "qwen-tui-compress": {
    agent: "qwen",
    sessions: [
      {
        ...NOTHING,
        turns: 7,
        commits: 2,
        compactions: ["manual"],
        calls: 18,
        input: 844_036,
        output: 1_570,
        edits: 3,
        retained: 3,
        outcomes: ["reached", "reached", "reached"],
      },
    ],
  },
  "gemini-tui-autoedit": {
    agent: "gemini",
    sessions: [
      { ...NOTHING, turns: 2, calls: 5, input: 65_429, output: 392, outcomes: ["unknown", "unknown"] },
    ],
  },
  "gemini-outage-60s": {
    agent: "gemini",
    sessions: [{ ...NOTHING, turns: 15, calls: 15, input: 197_121, output: 885, outcomes: ["unknown"] }],
  },
  "opencode-tui-edit-compact": {
    agent: "opencode",
    sessions: [
      {
        turns: 11,
        repairs: [3, 4, 8],
        commits: 2,
        rejections: 1,
        compactions: ["manual"],
        calls: 31,
        input: 616_163,
        output: 2_581,
        edits: 5,
        retained: 3,
        outcomes: ["partial", "reached", "unknown", "reached"],
      },
      { ...NOTHING, turns: 1, calls: 1, input: 8_064, output: 59, outcomes: ["unknown"] },
    ],
  },
  "copilot-tui": {
    agent: "copilot",
    sessions: [
      { ...NOTHING, turns: 1, calls: 2, input: 29_238, output: 159, outcomes: ["unknown"] },
      {
        ...NOTHING,
        turns: 2,
        repairs: [2],
        calls: 6,
        input: 89_041,
        output: 530,
        edits: 1,
        outcomes: ["partial"],
      },
    ],
  },
};

/** Telemetry lost four prompts in an outage; the file has them. */
const SEEN_BY_TELEMETRY: Record<string, Partial<Shown>> = {
  "gemini-outage-60s": { turns: 11, calls: 11, input: 144_637, output: 649 },
};

let appliance: TestAppliance;
const fromFiles = new Map<string, TestOrganization>();
const fromTelemetry = new Map<string, TestOrganization>();
const fromBoth = new Map<string, TestOrganization>();

beforeAll(async () => {
  appliance = await joinTestAppliance("later");
  for (const [name, { agent }] of Object.entries(BY_HAND)) {
    const [home, state] = [homeWith(name), mkdtempSync(join(tmpdir(), "state-"))];
    const [files, telemetry] = [await appliance.addOrganization(), await appliance.addOrganization()];
    const both = await appliance.addOrganization();
    for (const { key } of [files, both])
      expect(await runImport(agent, { home, state, appliance, key })).toMatchObject({ code: 0, err: "" });
    for (const request of await readInteractiveRun(name))
      for (const { key } of [telemetry, both]) await sendAsCaptured(appliance, request, key);
    fromFiles.set(name, files);
    fromTelemetry.set(name, telemetry);
    fromBoth.set(name, both);
  }
  await appliance.settled();
});
afterAll(() => appliance.stop());

describe.each(Object.keys(BY_HAND))("%s", (name) => {
  test("is the same from the agent's files as by hand and by telemetry", async () => {
    const organization = fromFiles.get(name);
    if (organization === undefined) throw new Error(`${name} was not imported`);
    expect(await shownOf(appliance, organization)).toEqual(BY_HAND[name]?.sessions ?? []);
  });

  test("is the same from telemetry, except what an outage lost", async () => {
    const organization = fromTelemetry.get(name);
    if (organization === undefined) throw new Error(`${name} was not sent`);
    const expected = BY_HAND[name]?.sessions.map((session) => ({ ...session, ...SEEN_BY_TELEMETRY[name] }));
    expect(await shownOf(appliance, organization)).toEqual(expected ?? []);
  });

  test("is counted once where its telemetry arrived as well", async () => {
    const organization = fromBoth.get(name);
    if (organization === undefined) throw new Error(`${name} was not sent`);
    expect(await shownOf(appliance, organization)).toEqual(BY_HAND[name]?.sessions ?? []);
  });
});
