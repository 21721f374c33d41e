import { describe, expect, test } from "bun:test";
import { isAmong, suffixesOf } from "../../../src/metrics/kinds/paths.ts";

const FEW = ["/repo/src/till.ts", "docs/till.md"];
const MANY = [...FEW, ...Array.from({ length: 30 }, (_, place) => `/repo/lib/part-${place}.ts`)];

describe.each([
  ["few", FEW],
  ["many", MANY],
])("a path among %s others", (_, paths) => {
  const others = paths.map(suffixesOf);

  test.each([
    ["the same path", "/repo/src/till.ts", true],
    ["the end of one", "src/till.ts", true],
    ["one that ends with one of them", "/home/a/docs/till.md", true],
    ["the name of a file in one", "till.ts", true],
    ["another file of the same name", "/repo/test/till.ts", false],
    ["a longer name with the same end", "/repo/src/still.ts", false],
    ["another path", "/repo/src/bank.ts", false],
  ])("is found by whole paths and ends: %s", (_case, path, found) => {
    expect(isAmong(suffixesOf(path), others)).toBe(found);
  });
});

test("no path is among none", () => {
  expect(isAmong(suffixesOf("src/till.ts"), [])).toBe(false);
});
