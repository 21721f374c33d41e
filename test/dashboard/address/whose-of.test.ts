import { expect, test } from "bun:test";
import { addressOf, whoseOf } from "../../../embedded/dashboard/address/whose-of.ts";

test("another page is about the same work, also where a key is bound to a developer", () => {
  const everyone = addressOf("/prompts?status=pending", { kind: "everyone" });
  expect(everyone).toBe("/prompts?status=pending&developer=everyone");
  const asked = new URLSearchParams(everyone.split("?")[1]).get("developer");
  expect(whoseOf(asked, { ownId: "ada", mayReadAll: true })).toEqual({ kind: "everyone" });
  expect(addressOf("/sessions", { kind: "one", id: "a b", isSelf: false })).toBe("/sessions?developer=a%20b");
});
