import { describe, expect, test } from "bun:test";
import { haveSameItems, keepEqual, perObject } from "../../../src/vocabulary/sharing/per-object.ts";

describe("a function per object", () => {
  test("works each object out once, also where nothing comes out", () => {
    let times = 0;
    const textIn = perObject(({ text }: { text: string | null }) => {
      times += 1;
      return text;
    });
    const key = { text: null };
    expect([textIn(key), textIn(key), textIn({ text: "a" })]).toEqual([null, null, "a"]);
    expect(times).toBe(2);
  });
});

describe("items that are equal to earlier ones", () => {
  const [a, b, c] = [
    { id: "a", said: { words: 1 } },
    { id: "b", said: { words: 2 } },
    { id: "c", said: { words: 3 } },
  ] as const;

  test("are the earlier objects, wherever they are", () => {
    const next = structuredClone([c, a, b]);
    expect(haveSameItems<object>(keepEqual(next, [a, b, c]), [c, a, b])).toBe(true);
  });

  test("are new objects where they differ", () => {
    const changed = { id: "b", said: { words: 4 } };
    const kept = keepEqual([a, changed, c], [a, b, c]);
    expect(kept).toEqual([a, changed, c]);
    expect(haveSameItems<object>(kept, [a, changed, c])).toBe(true);
  });

  test("are not those of a list of another length", () => {
    expect(haveSameItems([a, b], [a])).toBe(false);
  });
});
