import { describe, expect, test } from "bun:test";
import { rangeIn, windowOf, withRange } from "../../../embedded/dashboard/address/range.ts";
import { whoseOf } from "../../../embedded/dashboard/address/whose-of.ts";

describe("the window of time in an address", () => {
  test.each([["?days=8"], ["?days="], ["?days=%27"], [""]])("%p is the usual one", (search) => {
    expect(rangeIn(search)).toBe(30);
  });

  test("goes along to other pages, unless it is the usual one", () => {
    expect([withRange("/team", 30), withRange("/team", 7), withRange("/?score=speed", 90)]).toEqual([
      "/team",
      "/team?days=7",
      "/?score=speed&days=90",
    ]);
  });

  test("ends now", () => {
    const to = Date.parse("2026-11-22T06:00:00Z");
    expect(windowOf(7, to)).toEqual({ from: "2026-11-15T06:00:00.000Z", to: "2026-11-22T06:00:00.000Z" });
  });
});

describe("whose work is shown", () => {
  const ada = { ownId: "ada", mayReadAll: false };
  const administrator = { ownId: null, mayReadAll: true };

  test("is never called everyone's where the key reads one developer's rows", () => {
    expect(whoseOf("everyone", ada)).toEqual({ kind: "one", id: "ada", isSelf: true });
  });

  test("is the key's own developer's, or everyone's where the key has none", () => {
    expect(whoseOf(null, ada)).toEqual({ kind: "one", id: "ada", isSelf: true });
    expect(whoseOf(null, administrator)).toEqual({ kind: "everyone" });
  });

  test("is whom the address names", () => {
    expect(whoseOf("bob", { ...ada, mayReadAll: true })).toEqual({ kind: "one", id: "bob", isSelf: false });
    expect(whoseOf("everyone", { ...ada, mayReadAll: true })).toEqual({ kind: "everyone" });
  });
});
