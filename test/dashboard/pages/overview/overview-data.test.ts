import "../../learned-names.ts";
import { describe, expect, test } from "bun:test";
import {
  sayCounted,
  sayScores,
  type ScoresOfWindow,
  shownScores,
  skillInputs,
} from "../../../../embedded/dashboard/pages/overview/overview-data.ts";
import type { ScoreRow } from "../../../../src/scores/answer.ts";

const ROW: ScoreRow = {
  developer: { id: "ada", name: "Ada", email: null, source: "bound" },
  periodStart: "2026-10-23T00:00:00Z",
  periodEnd: "2026-11-22T00:00:00Z",
  state: "scored",
  speed: 54,
  skill: 52,
  efficiency: 46,
  interval: { speed: [48, 60], skill: [49, 55], efficiency: [40, 52] },
  change: {
    speed: { value: 4, interval: [-5, 12] },
    skill: { value: 5.2, interval: [1, 9] },
    efficiency: { value: -4, interval: [-12, 4] },
    inputs: {
      sse: { from: 49, to: 50, points: 0.6 },
      pes: { from: 47, to: 63, points: 3.2 },
      ie: { from: 50, to: 57, points: 1.1 },
      crr: { from: 44, to: 39, points: -0.5 },
      fc: null,
    },
  },
  skillInputs: { sse: 50, pes: 63, ie: 57, crr: 39, fc: null },
  coverage: 0.9,
  subSessions: 61,
  provisional: 0,
  turns: 455,
  missing: {
    scoreableSubSessions: 0,
    reasons: [{ input: "fc", reason: "shared_key", remedy: "Bind the key." }],
  },
  scoringVersion: "1",
};

const one = (changes: Partial<ScoreRow> = {}): ScoresOfWindow => ({
  kind: "one",
  row: { ...ROW, ...changes },
});

describe("the sentence above the scores", () => {
  test("claims no direction while the interval holds 0", () => {
    const change = { ...ROW.change, skill: { value: 5, interval: [-1, 11] } } as ScoreRow["change"];
    expect(sayScores(one({ change }), "Your", 30)).toBe(
      "Your scores show no clear change in Speed (54; ±9 would have shown), Skill (52; ±6 would have shown) and " +
        "Efficiency (46; ±8 would have shown) against the 30 days before.",
    );
  });

  test("says what clearly moved, and what did not", () => {
    expect(sayScores(one(), "Your", 30)).toBe(
      "Your Skill rose by 5 points against the 30 days before. There is no clear change in " +
        "Speed (54; ±9 would have shown) and Efficiency (46; ±8 would have shown).",
    );
  });

  test("names the levels where there is nothing to compare with", () => {
    expect(sayScores(one({ change: null }), "Your", 30)).toBe(
      "Your Speed 54, Skill 52 and Efficiency 46; there is nothing to compare with in the 30 days before.",
    );
    const change = { speed: null, skill: null, efficiency: ROW.change?.efficiency ?? null };
    expect(sayScores(one({ change: { ...change, inputs: {} } as ScoreRow["change"] }), "Your", 30)).toBe(
      "Your scores show no clear change in Efficiency (46; ±8 would have shown) against the 30 days before.",
    );
  });

  test("says how much is left to learn", () => {
    const learning = one({ state: "learning", speed: null, skill: null, efficiency: null, subSessions: 2 });
    expect(sayScores(learning, "Your", 30)).toBe(
      "Still learning: one more counted task, and the first scores appear.",
    );
  });

  describe("of everyone", () => {
    const mean = { people: 6, subSessions: 90, value: 51.4, interval: [48, 55] as [number, number] };
    const none = { people: 0, subSessions: null, value: null, interval: null };
    const means = { speed: mean, skill: none, efficiency: mean };
    const unknown = { speed: null, skill: null, efficiency: null };
    const team = { means, change: unknown, developers: 6, scored: 6 };

    test("names only the levels where too few people can be compared", () => {
      expect(sayScores({ kind: "everyone", team }, "The team’s", 7)).toBe(
        "The team’s Speed 51 and Efficiency 51; there is nothing to compare with in the 7 days before.",
      );
    });

    test("says how the same people moved where the interval leaves out 0", () => {
      const up = { from: 47, to: 51, value: 4, interval: [1, 7] as [number, number], people: 5 };
      const scores: ScoresOfWindow = {
        kind: "everyone",
        team: { ...team, change: { ...unknown, speed: up } },
      };
      expect(sayScores(scores, "The team’s", 7)).toBe(
        "The team’s Speed rose by 4 points against the 7 days before.",
      );
      expect(shownScores(scores)[0]).toMatchObject({ value: 51.4, before: 47.4, change: up, people: 6 });
    });
  });
});

describe("a score without a value", () => {
  test("gives the server's reason", () => {
    const missing = {
      scoreableSubSessions: 0,
      reasons: [{ input: "skill" as const, reason: "too_few" as const, remedy: "Wait for more." }],
    };
    expect(shownScores(one({ skill: null, missing }))[1]).toMatchObject({
      value: null,
      missing: { kind: "no_value", reason: "Wait for more." },
    });
  });
});

describe("the inputs of Skill", () => {
  test("come by how much they moved it, those without a value last and with their remedy", () => {
    expect(skillInputs(ROW).map(({ id }) => id)).toEqual(["pes", "ie", "sse", "crr", "fc"]);
    expect(skillInputs(ROW).at(-1)).toMatchObject({ value: null, moved: null, remedy: "Bind the key." });
  });
});

describe("counted sub-sessions", () => {
  test("are shown with the number of all", () => {
    expect(sayCounted(61, 61)).toEqual({ unit: "of 61", note: "all of them" });
    expect(sayCounted(61, 1_234)).toEqual({ unit: "of 1,234", note: "1,173 too small to be counted" });
  });

  test("are not called all where there are more than anybody counted", () => {
    expect(sayCounted(250_000, null)).toEqual({ note: "of over 10,000; small tasks are not counted" });
  });
});
