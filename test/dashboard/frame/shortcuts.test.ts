import { describe, expect, test } from "bun:test";
import { PAGE_ADDRESSES } from "../../../embedded/dashboard/addresses.ts";
import { GO_KEYS, meaningOf } from "../../../embedded/dashboard/frame/shortcuts.ts";

const none = { ctrlKey: false, metaKey: false, altKey: false };
const first = { isTyping: false, isSecond: false };
const second = { isTyping: false, isSecond: true };

describe("the keys", () => {
  test("mean nothing with a modifier of the browser, except for Ctrl K", () => {
    expect(meaningOf({ ...none, key: "/", ctrlKey: true }, first)).toBeNull();
    expect(meaningOf({ ...none, key: "g", altKey: true }, first)).toBeNull();
    expect(meaningOf({ ...none, key: "K", metaKey: true }, first)).toEqual({ kind: "search" });
  });

  test("are text while somebody types", () => {
    for (const key of ["/", "?", "g", "t"])
      expect(meaningOf({ ...none, key }, { isTyping: true, isSecond: true })).toBeNull();
  });

  test("search with a slash, and list themselves with a question mark", () => {
    expect(meaningOf({ ...none, key: "/" }, first)).toEqual({ kind: "search" });
    expect(meaningOf({ ...none, key: "?" }, first)).toEqual({ kind: "keys" });
  });

  test("lead to a page only as the second one after g", () => {
    expect(meaningOf({ ...none, key: "t" }, first)).toBeNull();
    expect(meaningOf({ ...none, key: "g" }, first)).toEqual({ kind: "go_next" });
    expect(meaningOf({ ...none, key: "t" }, second)).toEqual({ kind: "go", address: "/team" });
    expect(meaningOf({ ...none, key: "z" }, second)).toBeNull();
  });

  test("lead to pages that exist, each by a key of its own", () => {
    const addresses: readonly string[] = PAGE_ADDRESSES;
    const led = Object.values(GO_KEYS);
    expect(led.filter((address) => !addresses.includes(address))).toEqual([]);
    expect(new Set(led).size).toBe(led.length);
  });
});
