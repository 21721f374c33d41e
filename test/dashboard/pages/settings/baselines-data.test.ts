import "../../learned-names.ts";
import { describe, expect, test } from "bun:test";
import type { Baselines } from "../../../../embedded/dashboard/pages/settings/baselines/fetch-baselines.ts";
import {
  sayBaselines,
  saySize,
  typedOf,
  wishOf,
} from "../../../../embedded/dashboard/pages/settings/baselines/baselines-data.ts";

const baselines: Baselines = {
  version: 3,
  source: "learned",
  createdAt: "2026-10-05T00:00:00Z",
  inForceFrom: "2026-10-06T00:00:00Z",
  buckets: [{ bucket: 0, tokens: 37_551.57662, turns: 1.5487, humanSeconds: 50.156 }],
  tokensByAgent: {},
  m: 0.0038493,
  qrReference: 77.66012,
  repairShare: 0.2131,
};

describe("the baselines in a sentence", () => {
  test("say where they come from and from when on they hold", () => {
    expect(sayBaselines(baselines)).toBe(
      "Version 3 was learned from your own work on 5 Oct; it is used for work from 6 Oct on.",
    );
    expect(sayBaselines({ ...baselines, source: "set" })).toContain("set by an administrator");
    expect(sayBaselines({ ...baselines, source: "shipped", createdAt: null })).toContain("shipped");
  });

  test("name sizes by their bounds", () => {
    expect([saySize(0, false), saySize(3, false), saySize(8, true)]).toEqual([
      "1 to 2",
      "8 to 16",
      "256 and more",
    ]);
  });
});

describe("a changed form", () => {
  const before = typedOf(baselines, 0);

  test("asks for nothing when nothing was changed, although it shows fewer digits", () => {
    expect(before).toMatchObject({ tokens: "37552", qrReference: "77.7", m: "0.0038" });
    expect(wishOf(before, { ...before }, 0)).toBeNull();
  });

  test("asks for what was changed only, with its size where it has one", () => {
    expect(wishOf(before, { ...before, repairShare: "0.25" }, 0)).toEqual({ repairShare: 0.25 });
    expect(wishOf(before, { ...before, turns: "2", m: "-0.1" }, 0)).toEqual({
      m: -0.1,
      buckets: [{ bucket: 0, turns: 2 }],
    });
  });
});
