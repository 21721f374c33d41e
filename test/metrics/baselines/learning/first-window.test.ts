import { describe, expect, test } from "bun:test";
import { type Closing, firstWindow } from "../../../../src/metrics/baselines/learning/first-window.ts";
import { DAY } from "../../../../src/vocabulary/units.ts";
import { goldenCasesOf2026_12 } from "../../../golden/cases.ts";

/** One scoreable closing on each day. */
function daily(first: number, count: number): Closing[] {
  return Array.from({ length: count }, (_, place) => {
    const day = first + place;
    return { id: `day ${day}`, at: day * DAY, scoreable: true };
  });
}

describe("the window of the first version", () => {
  const cases = goldenCasesOf2026_12<{ closed: Closing[] }, { subSessions: string[] | null }>("firstWindows");
  for (const [number, { input, output }] of cases.entries()) {
    test(`golden case ${number}: ${input.closed.length} closed`, () => {
      const found = firstWindow(input.closed)?.map(({ id }) => id) ?? null;
      expect(found).toEqual(output.subSessions);
    });
  }

  test("is not there before thirty scoreable sub-sessions closed within eight weeks", () => {
    const unscoreable = { id: "small", at: 0, scoreable: false };
    expect(firstWindow([...daily(0, 29), unscoreable])).toBeNull();
    expect(firstWindow([...daily(0, 29), ...daily(56, 1)])).toBeNull();
    expect(firstWindow([...daily(0, 29), ...daily(55, 1)])).toHaveLength(30);
  });

  test("begins with a scoreable sub-session and holds all that closed in its eight weeks", () => {
    const early = { id: "early", at: -DAY, scoreable: false };
    const small = { id: "small", at: 3 * DAY, scoreable: false };
    const found = firstWindow([small, early, ...daily(0, 100)]);
    expect(found?.length).toBe(57);
    expect(found).toContain(small);
    expect(found).not.toContain(early);
  });

  test("is the same in whatever order sub-sessions are given", () => {
    const closed = [
      ...daily(0, 40),
      { id: "a", at: 0, scoreable: false },
      { id: "b", at: 0, scoreable: true },
    ];
    expect(firstWindow(closed.toReversed())).toEqual(firstWindow(closed));
  });
});
