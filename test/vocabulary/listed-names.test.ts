import { describe, expect, test } from "bun:test";
import { listedNames } from "../../src/vocabulary/listed-names.ts";

describe("names in lists", () => {
  test("are all reported while they are few", () => {
    const nameOf = listedNames(Array.from({ length: 200 }, (_, name) => [`model-${name}`, 1] as const));
    expect(nameOf("model-199")).toBe("model-199");
    expect(nameOf(null)).toBeNull();
  });

  test("are those with the greatest weights where they are many; the others are reported together", () => {
    const weights = Array.from({ length: 1_000 }, (_, name) => [`model-${name}`, name] as const);
    const nameOf = listedNames([...weights, ["model-0", 10_000], [null, 1]]);
    const told = new Set(weights.map(([name]) => nameOf(name)));
    expect(told.size).toBe(201);
    expect([nameOf("model-0"), nameOf("model-999"), nameOf("model-1"), nameOf(null)]).toEqual([
      "model-0",
      "model-999",
      "other",
      null,
    ]);
  });
});
