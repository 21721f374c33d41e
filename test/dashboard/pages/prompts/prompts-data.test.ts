/** What the page of prompts says of its averages. */
import { describe, expect, test } from "bun:test";
import { INTENTS as SERVERS } from "../../../../src/rubric/intent.ts";
import {
  hasTrend,
  hasWeeks,
  intentIn,
  INTENTS,
  orderIn,
  pointsOf,
  rangeOf,
  sayPrompts,
  sayUnmarked,
  statusIn,
} from "../../../../embedded/dashboard/pages/prompts/prompts-data.ts";

const MEANS = {
  contextLeverage: 64,
  informationDensity: 58,
  turnEconomy: 74,
  ambiguityCost: 47,
  rubricScore: 60.4,
  prompts: 12,
};

describe("the sentence", () => {
  test("names the score and where prompts lose most", () => {
    expect(sayPrompts(MEANS, 30)).toMatch(/^12 prompts score 60 of 100 on average; they lose most by not/);
    expect(sayPrompts({ ...MEANS, prompts: 1 }, 30)).toMatch(/^1 prompt scores 60 of 100; it loses most/);
  });

  test("says so when nothing has marks", () => {
    const none = {
      contextLeverage: null,
      informationDensity: null,
      turnEconomy: null,
      ambiguityCost: null,
      rubricScore: null,
      prompts: 0,
    };
    expect(sayPrompts(none, 7)).toBe("No prompt of these 7 days has a grade yet.");
  });

  test("counts what has no marks", () => {
    expect(sayUnmarked({ pending: 1, shortCircuited: 2, failed: 0 })).toBe(
      "1 prompt waits or is withheld, 2 prompts ask for no work and get no grade.",
    );
    expect(sayUnmarked({ pending: 0, shortCircuited: 0, failed: 0 })).toBe("");
    expect(sayUnmarked({ pending: 0, shortCircuited: 0, failed: 12_345 })).toBe(
      "12,345 prompts failed and are tried again.",
    );
  });
});

test("what the address does not know is as if it were not there", () => {
  expect([orderIn("worst"), orderIn("other"), orderIn(null)]).toEqual(["worst", "newest", "newest"]);
  expect([statusIn("pending"), statusIn("other"), statusIn(null)]).toEqual(["pending", null, null]);
});

test("a trend takes one dimension out of four, and wants two values", () => {
  const { rubricScore: _score, ...means } = MEANS;
  const [first, second] = ["2026-11-09T00:00:00.000Z", "2026-11-16T00:00:00.000Z"];
  const one = pointsOf("turnEconomy", [{ ...means, start: first }]);
  expect(one).toEqual([{ start: first, value: 74, interval: null, subSessions: 12 }]);
  expect(hasTrend(one)).toBe(false);
  expect(
    hasTrend(
      pointsOf(
        "turnEconomy",
        [first, second].map((start) => ({ ...means, start })),
      ),
    ),
  ).toBe(true);
});

test("every intent can be chosen, and none but those", () => {
  expect(INTENTS.toSorted()).toEqual(SERVERS.toSorted());
  expect([intentIn("fix"), intentIn("other thing"), intentIn(null)]).toEqual(["fix", null, null]);
});

test("the axis holds every value, in steps of ten, and is not drawn out of a small difference", () => {
  const { rubricScore: _score, ...means } = MEANS;
  const start = "2026-11-09T00:00:00.000Z";
  const nothing = {
    start,
    prompts: 0,
    contextLeverage: null,
    informationDensity: null,
    turnEconomy: null,
    ambiguityCost: null,
  };
  const flat = { ...nothing, contextLeverage: 97, informationDensity: 96 };
  expect(rangeOf([{ ...means, start }, nothing])).toEqual([40, 80]);
  expect(rangeOf([flat])).toEqual([80, 100]);
  expect(rangeOf([nothing])).toEqual([0, 100]);
});

test("the first weeks of a team are drawn by day", () => {
  expect(hasWeeks([5, 0, 7].map((prompts) => ({ prompts })))).toBe(false);
  expect(hasWeeks([5, 0, 7, 1].map((prompts) => ({ prompts })))).toBe(true);
});
