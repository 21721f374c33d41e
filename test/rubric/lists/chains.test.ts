import { describe, expect, test } from "bun:test";
import { findChains, type Link, meanScore } from "../../../src/rubric/lists/chains.ts";

/** Links of one session as a word: a letter is a prompt of that sub-session, upper case one that repairs. */
function links(word: string): Link[] {
  return [...word].map((letter, index) => ({
    id: `${letter}${index}`,
    subSession: letter.toLowerCase(),
    turnIndex: index + 1,
    submittedAt: index * 1_000,
    repair: letter !== letter.toLowerCase(),
  }));
}

function chainsIn(word: string): number[][] {
  return findChains(links(word)).map((chain) => chain.map(({ turnIndex }) => turnIndex));
}

describe("chains", () => {
  test.each([
    ["no prompts", "", []],
    ["one prompt", "a", []],
    ["prompts of a sub-session", "aaa", [[1, 2, 3]]],
    [
      "a sub-session's end",
      "aabb",
      [
        [3, 4],
        [1, 2],
      ],
    ],
    [
      "a repair, which belongs to none",
      "aaAaaa",
      [
        [4, 5, 6],
        [1, 2],
      ],
    ],
    ["repairs alone", "AAA", []],
    ["a single prompt between repairs", "aAaAaa", [[5, 6]]],
  ])("of %s", (_, word, expected) => {
    expect(chainsIn(word)).toEqual(expected);
  });

  test("are the same in whatever order prompts are read", () => {
    const read = links("aaAaabbb");
    expect(findChains(read.toReversed())).toEqual(findChains(read));
  });
});

describe("the score of a chain", () => {
  test("is the mean of its scored prompts", () => {
    expect(meanScore([null, 40, 80])).toBe(60);
    expect(meanScore([null, null])).toBeNull();
  });
});
