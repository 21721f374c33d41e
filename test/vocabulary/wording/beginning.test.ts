import { describe, expect, test } from "bun:test";
import { beginningOf } from "../../../src/vocabulary/wording/beginning.ts";

describe("the beginning of a text", () => {
  test.each(["", "four", "🙂🙂🙂🙂"])("is all of %j, which is short enough", (text) => {
    expect(beginningOf(4, text)).toBe(text);
  });

  test.each([
    ["fourteen", "fou…"],
    ["fo urteen", "fo…"],
    ["🙂🙂🙂🙂🙂", "🙂🙂🙂…"],
    ["🙂".repeat(99), "🙂🙂🙂…"],
  ])("of %j is %j", (text, beginning) => {
    expect(beginningOf(4, text)).toBe(beginning);
  });
});
