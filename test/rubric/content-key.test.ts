import { describe, expect, test } from "bun:test";
import { contentKey, contextFrom } from "../../src/rubric/content-key.ts";

describe("what is judged", () => {
  test("is the same for the same prompt after the same prompts", () => {
    expect(contentKey("fix it", ["before"])).toBe(contentKey("fix it", ["before"]));
    expect(contentKey("fix it", ["before"])).toMatch(/^[0-9a-f]{32}$/);
  });

  test.each([
    ["another text", "fix them", ["before"]],
    ["no context", "fix it", []],
    ["another context", "fix it", ["after"]],
    ["a context that is cut elsewhere", "fix it", ["be", "fore"]],
  ])("differs with %s", (_, text, context) => {
    expect(contentKey(text, context)).not.toBe(contentKey("fix it", ["before"]));
  });
});

describe("the context", () => {
  test("is the last three prompts, oldest first", () => {
    expect(contextFrom(["one", "two", "three", "four"])).toEqual(["two", "three", "four"]);
  });

  test("holds 2,000 characters of each, cut between characters", () => {
    const [cut = ""] = contextFrom(["🙂".repeat(2_001)]);
    expect([...cut]).toHaveLength(2_000);
    expect(cut).toBe("🙂".repeat(2_000));
  });
});
