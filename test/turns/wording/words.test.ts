import { describe, expect, test } from "bun:test";
import { contentWords, similarity, textAfterWords, wordsOf } from "../../../src/turns/wording/words.ts";
import { goldenCases } from "../../golden/cases.ts";

describe("words of a text", () => {
  test("are lower case, and apostrophes inside stay, straightened", () => {
    expect(wordsOf("Don’t 'touch' IT—ever")).toEqual(["don't", "touch", "it", "ever"]);
  });
  test("are single characters in scripts written without spaces", () => {
    expect(wordsOf("修复 bug")).toEqual(["修", "复", "bug"]);
    expect(wordsOf("ที่นี่")).toEqual(["ที่", "นี่"]);
    expect(wordsOf("サーバー")).toEqual(["サ", "ー", "バ", "ー"]);
  });
  test("keep marks with their letters", () => {
    expect(wordsOf("cafe\u0301 हिन्दी")).toEqual(["cafe\u0301", "हिन्दी"]);
  });
  test("can be skipped to see what follows", () => {
    expect(textAfterWords("No, use the other", 1)).toBe(", use the other");
    expect(textAfterWords("!", 1)).toBe("!");
  });
});

describe("content words", () => {
  for (const { input, output } of goldenCases<{ prompt: string }, { contentWords: string[] }>("text")) {
    test(`of the golden prompt: ${input.prompt}`, () => {
      expect([...contentWords(input.prompt)].sort()).toEqual([...output.contentWords].sort());
    });
  }
  test("are Porter stems", () => {
    expect([...contentWords("caches caching ponies relational yearly y's")]).toEqual([
      "cach",
      "poni",
      "relat",
      "yearli",
      "y",
    ]);
  });
  test("split what is written together, and lose possessives", () => {
    expect([...contentWords("getUserName max_retry_count parser's")]).toEqual([
      "user",
      "name",
      "max",
      "retri",
      "count",
      "parser",
    ]);
  });
  test("lose the extensions of paths, not of products", () => {
    expect([...contentWords("src/cart.ts:42 Node.js")]).toEqual(["src", "cart", "node", "js"]);
  });
});

describe("similarity", () => {
  test("is the share of common words among all", () => {
    expect(similarity(new Set(["a", "b", "c"]), new Set(["b", "c", "d"]))).toBe(0.5);
  });
  test("of nothing with nothing is 0", () => {
    expect(similarity(new Set(), new Set())).toBe(0);
  });
});
