import { describe, expect, test } from "bun:test";
import { nextPage, signInFor } from "../../../embedded/dashboard/address/next-page.ts";

describe("the page after signing in", () => {
  test.each([
    "//evil.example",
    "/\\\\evil.example",
    "\\/evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "\t//evil.example",
    "/.//evil.example",
    "/a/..//evil.example",
    "http://here.invalid",
    "https://evil.example",
    "javascript:alert(1)",
    "//[",
    "",
  ])("%p is the overview, for it is no page of this server", (asked) => {
    expect(nextPage(`?next=${encodeURIComponent(asked)}`)).toBe("/");
  });

  test("is the one that was asked for, with all that its address says", () => {
    const address = "/connect?agent=codex&days=7";
    expect(nextPage(signInFor(address).slice("/sign-in".length))).toBe(address);
    expect(signInFor("/")).toBe("/sign-in");
  });
});
