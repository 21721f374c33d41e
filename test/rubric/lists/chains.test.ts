import { describe, expect, test } from "bun:test";
import { findChains, type Link, meanScore } from "../../../src/rubric/lists/chains.ts";

/** Links of one session as a word: a letter is a prompt of that sub-session, upper case one that repairs. */
function links(word: string, changes: Partial<Link> = {}): Link[] {
  return [...word].map((letter, index) => ({
    id: `${letter}${index}`,
    session: "s",
    subSession: letter.toLowerCase(),
    developer: "d",
    turnIndex: index + 1,
    submittedAt: index * 1_000,
    repair: letter !== letter.toLowerCase(),
    rubricScore: null,
    ...changes,
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
});

describe("the score of a chain", () => {
  test("is the mean of its scored prompts", () => {
    const [first, second, third] = links("aaa");
    if (first === undefined || second === undefined || third === undefined) throw new Error("three letters");
    expect(meanScore([first, { ...second, rubricScore: 40 }, { ...third, rubricScore: 80 }])).toBe(60);
    expect(meanScore([first, second])).toBeNull();
  });
});
