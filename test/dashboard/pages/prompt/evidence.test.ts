/** Quotes get numbers in the order of the text, and the pieces are the whole text again. */
import { describe, expect, test } from "bun:test";
import { piecesOf, quotesIn } from "../../../../embedded/dashboard/pages/prompt/evidence.ts";
import { sumsOf, sayPrompt, WEIGHTS } from "../../../../embedded/dashboard/pages/prompt/prompt-data.ts";
import { DIMENSION_WEIGHTS } from "../../../../src/rubric/checks.ts";

const TEXT = "Fix deliver.ts, maybe somewhere better.";

describe("evidence in a prompt", () => {
  test("is numbered in the order of the text, once for each quote; what is elsewhere has no number", () => {
    const quotes = quotesIn(TEXT, [
      { verdict: "no", evidence: "somewhere better" },
      { verdict: "yes", evidence: "deliver.ts" },
      { verdict: "no", evidence: "deliver.ts" },
      { verdict: "yes", evidence: "an earlier prompt" },
      { verdict: "na", evidence: "maybe" },
      { verdict: "no", evidence: null },
    ]);
    expect([...quotes].map(([words, { number, tone }]) => [words, number, tone])).toEqual([
      ["deliver.ts", 1, "good"],
      ["somewhere better", 2, "bad"],
    ]);
  });

  test("cuts the text into pieces that are the whole text, also where quotes overlap", () => {
    const quotes = quotesIn(TEXT, [
      { verdict: "yes", evidence: "Fix deliver.ts" },
      { verdict: "no", evidence: "deliver.ts, maybe" },
    ]);
    const pieces = piecesOf(TEXT, [...quotes.values()]);
    expect(pieces.map(({ text }) => text).join("")).toBe(TEXT);
    expect(pieces.map(({ text, tone, numbers }) => [text, tone, numbers])).toEqual([
      ["Fix ", "good", []],
      ["deliver.ts", "bad", [1]],
      [", maybe", "bad", [2]],
      [" somewhere better.", null, []],
    ]);
  });
});

describe("the sums of a prompt", () => {
  test("weigh the dimensions as the server does", () => {
    expect(WEIGHTS).toEqual(DIMENSION_WEIGHTS);
    const sums = sumsOf({
      contextLeverage: 50,
      informationDensity: 75,
      turnEconomy: 100,
      ambiguityCost: 0,
    });
    expect(sums.map(({ points }) => points)).toEqual([26.25, 12.5, 0, 15]);
  });
});

test("a prompt without marks says why", () => {
  const prompt = { promptText: "go on", intent: null, checks: [] };
  expect(sayPrompt({ ...prompt, status: "pending" })).toBe("This prompt waits to be judged.");
  expect(sayPrompt({ ...prompt, status: "pending", promptText: null })).toContain("withholds the text");
  expect(sayPrompt({ ...prompt, status: "short_circuited" })).toContain("too short to ask for work");
  expect(sayPrompt({ ...prompt, status: "failed" })).toContain("It tries again");
});
