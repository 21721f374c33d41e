import { describe, expect, test } from "bun:test";
import { sayArrival, stepsOf, withKey } from "../../../../embedded/dashboard/pages/connect/connect-data.ts";

const NOW = Date.parse("2026-11-22T06:00:00Z");
const newest = { at: "2026-11-22T05:59:52Z", sender: "codex 0.169" };

describe("the way to the first scores", () => {
  test("waits for the first record", () => {
    const arrived = { newest: null, turns: 0, counted: 0 };
    expect(sayArrival(arrived)).toBe("Waiting for the first record");
    expect(stepsOf(arrived, NOW).map(({ isDone }) => isDone)).toEqual([true, false, false, false]);
  });

  test("says who sent the newest record, and what is still missing", () => {
    const steps = stepsOf({ newest, turns: 4, counted: 2 }, NOW);
    expect(steps.map(({ note }) => note).slice(1)).toEqual([
      "codex 0.169, 8 s ago",
      "4 turns",
      "2 of 3 counted tasks",
    ]);
  });

  test("ends with scores", () => {
    expect(sayArrival({ newest, turns: 9, counted: 3 })).toBe("Connected, and scored");
  });
});

describe("the settings of an agent", () => {
  test("keep the place of the key until there is one, then have it in every place", () => {
    const text = 'logs = "Bearer <API_KEY>"\ntraces = "Bearer <API_KEY>"';
    expect(withKey(text, null)).toBe(text);
    expect(withKey(text, "scoring_x")).toBe('logs = "Bearer scoring_x"\ntraces = "Bearer scoring_x"');
  });
});
