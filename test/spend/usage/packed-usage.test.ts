import { describe, expect, test } from "bun:test";
import { createRandom } from "../../../src/demo/work/random.ts";
import { partsOfUsed } from "../../../src/spend/tallies/sub-session-tally.ts";
import { packTally, packUsage, unpackTally, unpackUsage } from "../../../src/spend/usage/packed-usage.ts";
import { modelUsage, tally, usage } from "./used.ts";

describe("packed tallies", () => {
  test("are what was packed, wherever they are zero", () => {
    const random = createRandom("tallies");
    for (let round = 0; round < 200; round += 1) {
      const numbers = tally().all.map(() =>
        random.chance(0.6) ? 0 : random.pick([1, 12.5, 60_000, 1e21, -3]),
      );
      const others = numbers.map((number) => (random.chance(0.7) ? number : random.pick([0, 7])));
      const models = [numbers, others].map((its): [null, number[]] => [null, its]);
      const packed = { ...tally(), all: numbers, models };
      expect(unpackTally(packTally(packed), packed)).toEqual(packed);
    }
  });

  test("keep the labels of the session", () => {
    const labelled = { ...tally(), labels: { "team.id": "platform", department: "issues" } };
    expect(unpackTally(packTally(labelled), labelled)).toEqual(labelled);
  });

  test("have a tool and its server where they are looked for, and labels as neither", () => {
    const text = packTally({ ...tally(), labels: { "codex-label": "claude-code", b: "c" } });
    for (const part of partsOfUsed({ tool: "mcp__issues__find", mcpServer: "issues" }))
      expect(text).toContain(part);
    for (const name of ["claude-code", "codex-label", "b", "c"])
      for (const part of partsOfUsed({ tool: name, mcpServer: name })) expect(text).not.toContain(part);
  });
});

describe("packed usage", () => {
  test.each([
    usage(),
    usage({ intent: null, counts: false, models: [], waste: { retry_storm: { count: 2, cost: 1.5 } } }),
    usage({ models: [modelUsage({ model: null, helper: true }), modelUsage({ effort: "high", bands: [] })] }),
  ])("is what was packed", (used) => {
    expect(unpackUsage(packUsage(used), { ...used, bucket: 0 })).toEqual(used);
  });
});
