import { expect, test } from "bun:test";
import { namesIn } from "../../../src/metrics/iteration/names.ts";

test("numbers, paths and identifiers are names", () => {
  const text = "Explain part 2 of ./src/a.ts, getUser and user_id.";
  expect([...namesIn(text)]).toEqual(["2", "src/a.ts", "getUser", "user_id"]);
});

test("a name is compared as it is written, without the dots that close a sentence", () => {
  expect([...namesIn("Look at A1, a1 and ./../b...")]).toEqual(["A1", "a1", "../b"]);
});

test("plain words are no names, nor is what is written without spaces", () => {
  expect([...namesIn("Explain the Word... of part two")]).toEqual([]);
  expect([...namesIn("解释代码的第1部分")]).toEqual(["1"]);
});
