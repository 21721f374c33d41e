import { expect, test } from "bun:test";
import { withKnownNumbers } from "../../../../src/insights/reports/narrative/known-numbers.ts";

const NUMBERS = {
  days: 30,
  turns: 1_286,
  spend: { now: 162.208827, before: null },
  change: -4.25,
  kinds: [{ kind: "retry_storm", count: 46 }],
};

test.each([
  "There is nothing to say.",
  "In 30 days 1286 turns were taken, or 1,286.",
  "They cost $162.21, about $162, or 162.2 dollars.",
  "Speed fell by 4.3 points, or 4.25.",
  "It was found 46 times.",
  "It is 46 of 100, near the usual 50, with an 80 % interval.",
])("%s is kept", (text) => {
  expect(withKnownNumbers(text, NUMBERS)).toBe(text);
});

test.each([
  "There were 31 days.",
  "It is 46 of 90.",
  "It cost $163.",
  "Speed fell by 4.2 points in 5 days.",
  "It was found 46,000 times.",
])("%s is dropped", (text) => {
  expect(withKnownNumbers(`Good. ${text} Bad.`, NUMBERS)).toBe("Good. Bad.");
});

test("a number made of two that are known is dropped as well", () => {
  expect(withKnownNumbers("30 days and 46 finds make 76 things.", NUMBERS)).toBe("");
});
