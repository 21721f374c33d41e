import { describe, expect, test } from "bun:test";
import { cutText } from "../../../src/ingest/prompts/cut-text.ts";

describe("a text that is longer than may be", () => {
  test.each([
    ["short", 5, "short"],
    ["fix the test", 7, "fix the"],
    ["fix the test", 8, "fix the "],
    ["fix the test", 10, "fix the "],
    ["unbroken", 4, "unbr"],
    ["😀😀😀", 2, "😀😀"],
    ["😀 😀😀", 3, "😀 "],
    ["a\ud800b c", 3, "a\ud800b"],
  ])("%p at %d keeps %p", (text, most, kept) => {
    expect(cutText(text, most)).toEqual({ text: kept, length: [...text].length });
  });

  test("never ends within a secret, which nobody would know by its half", () => {
    const text = `${"word ".repeat(20)}ghp_0123456789abcdefghijABCDEFGHIJ012345`;
    expect(cutText(text, 110).text).toBe("word ".repeat(20));
  });

  test("keeps the head of a word that is too long to be dropped", () => {
    expect(cutText(`a ${"b".repeat(5_000)}`, 3_000).text.length).toBe(3_000);
  });
});
