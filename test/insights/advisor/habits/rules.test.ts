/** Which habit a task shows, for each input of Skill. */
import { describe, expect, test } from "bun:test";
import { findHabits } from "../../../../src/insights/advisor/habits/find-habits.ts";
import { gapsOf } from "../../../../src/insights/advisor/habits/gaps.ts";
import type { SkillInput } from "../../../../src/metrics/metrics.ts";
import { turnOf, workOf, type WorkChanges } from "./works.ts";

const NONE = { sse: null, pes: null, ie: null, crr: null, fc: null };

/** The habit that a task shows whose input is 20 where 50 is the median, and the turns that show it. */
function shownBy(input: SkillInput, changes: WorkChanges) {
  const work = workOf({ ...changes, metrics: { ...changes.metrics, [input]: 20 } });
  const gaps = gapsOf({ ...NONE, [input]: 20 }, { organization: { ...NONE, [input]: 50 }, own: NONE });
  return findHabits([work], gaps).map(({ id, examples }) => [id, examples[0]?.turns]);
}

describe("SSE", () => {
  test.each([
    ["whole_request", { took_n: 9 }, [1]],
    ["name_files", { took_t: 9_000 }, [2]],
    ["quick_check", { took_h: 900 }, [3]],
  ] as const)("shows %s by the axis that cost most", (habit, metrics, turns) => {
    const of = [turnOf(), turnOf({ tokens: 7_000 }), turnOf({ gapSeconds: 800 })];
    expect(shownBy("sse", { metrics, turns: of })).toEqual([[habit, turns]]);
  });

  test("shows say_when_done where only the outcome limits it", () => {
    const earned = { earned_t: 905, earned_n: 2.72, earned_h: 90.5 };
    expect(shownBy("sse", { metrics: { outcome: "partial", ...earned } })).toEqual([["say_when_done", [3]]]);
  });
});

describe("PES", () => {
  const FULL = { contextLeverage: 100, informationDensity: 100, turnEconomy: 100, ambiguityCost: 100 };

  test.each([
    ["say_expected", { informationDensity: 0 }],
    ["name_place", { contextLeverage: 0 }],
    ["one_result", { ambiguityCost: 0 }],
    ["one_result", { turnEconomy: 0 }],
  ] as const)("shows %s by what the weakest prompt lacks: %j", (habit, marks) => {
    const good = { turnIndex: 1, rubricScore: 100, marks: FULL };
    const weak = { turnIndex: 2, rubricScore: 40, marks: { ...FULL, ...marks } };
    expect(shownBy("pes", { prompts: [good, weak] })).toEqual([[habit, [2]]]);
  });

  test("shows nothing without a scored prompt", () => {
    expect(shownBy("pes", {})).toEqual([]);
  });
});

describe("IE", () => {
  const repair = turnOf({ repair: true });

  test("shows start_again where a correction follows a correction", () => {
    expect(shownBy("ie", { turns: [turnOf(), repair, repair] })).toEqual([["start_again", [3]]]);
  });

  test("shows plan_first where a change was taken back", () => {
    expect(shownBy("ie", { turns: [turnOf({ undone: true }), repair] })).toEqual([["plan_first", [1]]]);
  });

  test("shows correct_first for other repairs, and nothing without any", () => {
    expect(shownBy("ie", { turns: [turnOf(), repair, turnOf(), repair] })).toEqual([
      ["correct_first", [2, 4]],
    ]);
    expect(shownBy("ie", {})).toEqual([]);
  });
});

describe("CRR", () => {
  const metrics = { bad_resets: 1 };

  test("shows clear_before_new where the task began in an old context, else compact_at_pause", () => {
    const place = { sub_session_index: 1, boundary_kind: "inferred" as const };
    expect(shownBy("crr", { metrics, place })).toEqual([["clear_before_new", [1]]]);
    expect(shownBy("crr", { metrics, place: { sub_session_index: 1, boundary_kind: "reset" } })).toEqual([
      ["compact_at_pause", [3]],
    ]);
  });

  test("shows nothing where no moment went by", () => {
    expect(shownBy("crr", {})).toEqual([]);
  });
});

describe("FC", () => {
  test("shows block_of_time by the longest break over a quarter of an hour", () => {
    const turns = [
      turnOf(),
      turnOf({ gapSeconds: 1_000 }),
      turnOf({ gapSeconds: null, pauseSeconds: 4_000 }),
    ];
    expect(shownBy("fc", { turns })).toEqual([["block_of_time", [3]]]);
  });

  test("shows one_sitting otherwise, also where a break came before the task", () => {
    expect(shownBy("fc", { turns: [turnOf({ gapSeconds: 4_000 }), turnOf()] })).toEqual([
      ["one_sitting", [1]],
    ]);
  });
});
