import { describe, expect, test } from "bun:test";
import { titleFrom } from "../../src/turns/sub-session.ts";

describe("a title", () => {
  test("is a prompt in one line, longer than a page's line where the prompt is", () => {
    expect(titleFrom("Fix the\n  flaky test  in cart.test.ts")).toBe("Fix the flaky test in cart.test.ts");
    const long =
      "Rename the setting that says how long raw records are kept, in the program and in every document";
    expect(titleFrom(long)).toBe(long);
    expect(titleFrom("word ".repeat(1_000))).toHaveLength(200);
  });

  test.each([
    ["Next: fix the test", "Fix the test"],
    ["next, the docs", "The docs"],
    ["Next: `bun test` fails", "`bun test` fails"],
    ["NEXT – Ärger", "Ärger"],
    ["Next we fix the test", "Next we fix the test"],
    ["Next.js fails to build", "Next.js fails to build"],
    ["next-auth is too old", "next-auth is too old"],
    ["Next:", "Next:"],
  ])("of %p is %p", (text, title) => {
    expect(titleFrom(text)).toBe(title);
  });

  test("is missing where there is no text", () => {
    expect(titleFrom(" \n ")).toBeNull();
  });
});
