/** What the page of chains says. */
import { expect, test } from "bun:test";
import { sayChains, sayShown } from "../../../../embedded/dashboard/pages/chains/chains-data.ts";

const chains = [
  { length: 9, meanRubricScore: 71.6 },
  { length: 2, meanRubricScore: null },
];

test("the sentence names the longest chain, and its score where there is one", () => {
  expect(sayChains({ chains, total: 41 })).toBe(
    "The longest of 41 chains is 9 prompts without a repair, which score 72 of 100 on average.",
  );
  expect(sayChains({ chains: chains.slice(1), total: 1 })).toBe(
    "The only chain is 2 prompts without a repair.",
  );
  expect(sayChains({ chains, total: null })).toStartWith("The longest of more than 10,000 chains is");
});

test("that some are not shown is said, and nothing where all are", () => {
  expect(sayShown({ chains, total: 41 })).toBe("Shown are the longest 2.");
  expect(sayShown({ chains, total: 2 })).toBe("");
});
