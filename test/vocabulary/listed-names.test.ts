import { describe, expect, test } from "bun:test";
import { listedNames, type NamePosition, pageOfNames } from "../../src/vocabulary/listed-names.ts";

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

describe("pages of names", () => {
  const names = Array.from({ length: 1_001 }, (_, name) => `model-${String(name).padStart(4, "0")}`);
  const weights = [...names.map((name, index) => [name, index % 7] as const), [null, 1] as const];

  test("list each name once, those with the greatest weights first, and the later ones together", () => {
    const listed: string[] = [];
    let after: NamePosition | null = null;
    for (let page = 0; page < 5; page += 1) {
      const { listedAs, total, next } = pageOfNames(weights, { limit: 250, after });
      const here = names.filter((name) => listedAs(name) === name);
      const later = names.filter((name) => listedAs(name) === "other");
      expect(total).toBe(1_001);
      expect(later).toHaveLength(Math.max(0, 1_001 - 250 * (page + 1)));
      expect(listedAs(null)).toBe(page === 0 ? null : undefined);
      listed.push(...here);
      expect(next === null).toBe(page === 4);
      after = next;
    }
    expect(listed.toSorted()).toEqual(names);
    const first = listed.slice(0, 250).map((name) => Number(name.slice(6)) % 7);
    expect(new Set(first)).toEqual(new Set([5, 6]));
    expect(first.filter((weight) => weight === 6)).toHaveLength(143);
  });
});
