import { describe, expect, test } from "bun:test";
import { difficultyOf } from "../../../src/spend/usage/difficulty.ts";

const EASY = { files: 2, toolCalls: 6, turns: 3, repairs: 0, output: 1_499 };

describe("difficulty", () => {
  test("is trivial at most at the edge of every bound", () => {
    expect(difficultyOf(EASY)).toBe("trivial");
  });

  test.each([{ files: 3 }, { toolCalls: 7 }, { repairs: 1 }, { output: 1_500 }, { output: null }])(
    "is routine with %p",
    (more) => {
      expect(difficultyOf({ ...EASY, ...more })).toBe("routine");
    },
  );

  test.each([{ files: 8 }, { toolCalls: 40 }, { turns: 5, repairs: 2 }])(
    "is still routine with %p",
    (more) => {
      expect(difficultyOf({ ...EASY, ...more })).toBe("routine");
    },
  );

  test.each([{ files: 9 }, { toolCalls: 41 }, { turns: 7, repairs: 3 }, { turns: 0, repairs: 1 }])(
    "is complex with %p",
    (more) => {
      expect(difficultyOf({ ...EASY, ...more })).toBe("complex");
    },
  );
});
