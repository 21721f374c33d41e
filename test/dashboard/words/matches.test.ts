import { expect, test } from "bun:test";
import { sayMatches } from "../../../embedded/dashboard/words/matches.ts";

test.each([
  [0, "No key matches “lamp”."],
  [1, "1 key matches “lamp”."],
  [1200, "1,200 keys match “lamp”."],
  [null, "Over 10,000 keys match “lamp”."],
])("a search that finds %p says so", (total, said) => {
  expect(sayMatches(total, "key", "lamp")).toBe(said);
});
