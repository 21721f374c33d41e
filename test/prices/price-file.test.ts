import { describe, expect, test } from "bun:test";
import { readPriceFile } from "../../src/prices/price-file.ts";

const GOOD = { provider: "anthropic", input: 1, output: 5 };

function problemOf(models: Record<string, unknown>): string {
  const read = readPriceFile(JSON.stringify({ models }));
  return read.ok ? "none" : `${read.problem.kind}: ${read.problem.message}`;
}

describe("a price file is refused", () => {
  test("when it is neither JSON nor TOML, with the reader's own words", () => {
    for (const text of ["{ models: ", "models = = 1"]) {
      const read = readPriceFile(text);
      expect(read.ok ? "none" : read.problem.kind).toBe("unreadable");
    }
  });

  test("when it holds no models", () => {
    expect(readPriceFile("").ok).toBe(false);
    expect(readPriceFile("{}").ok).toBe(false);
  });

  test("for a negative price, naming model and price", () => {
    const problem = problemOf({ "claude-x": { ...GOOD, cacheRead: -0.1 } });
    expect(problem).toStartWith("invalid: the price file cannot be used: ");
    expect(problem).toContain("models → claude-x → cacheRead: a price cannot be negative");
  });

  test("for a price by the token instead of by the million", () => {
    expect(problemOf({ "claude-x": { ...GOOD, input: 1e-7 } })).toContain("at most six decimals");
  });

  test("for a price that nobody asks", () => {
    expect(problemOf({ "claude-x": { ...GOOD, input: 1e6 } })).toContain("more than 100,000 US dollars");
  });

  test("for a price in words or one that is missing", () => {
    expect(problemOf({ "claude-x": { ...GOOD, input: "1" } })).toContain("models → claude-x → input");
    expect(problemOf({ "claude-x": { provider: "anthropic", input: 1 } })).toContain("claude-x → output");
  });

  test("for a field that it does not know, also inside a tier", () => {
    expect(problemOf({ "claude-x": { ...GOOD, cacheWrite: 1 } })).toContain("cacheWrite");
    const tier = { tokens: 200_000, input: 2, output: 10, outputs: 1 };
    expect(problemOf({ "claude-x": { ...GOOD, above: [tier] } })).toContain("outputs");
  });

  test("for a window that is no whole number of tokens", () => {
    for (const window of [0, -1, 0.5]) {
      expect(problemOf({ "claude-x": { ...GOOD, window } })).toContain("models → claude-x → window");
    }
  });

  test("when two names are the same model's", () => {
    expect(problemOf({ "claude-x-5.5": GOOD, "Claude-X-5-5": GOOD })).toContain("two of the names");
  });

  test("for a day that does not exist", () => {
    expect(readPriceFile(JSON.stringify({ date: "2026-02-30", models: {} })).ok).toBe(false);
  });
});

describe("a price file is read", () => {
  test("from JSON", () => {
    const read = readPriceFile(JSON.stringify({ date: "2026-12-01", models: { "claude-x": GOOD } }));
    expect(read).toEqual({ ok: true, value: { date: "2026-12-01", models: { "claude-x": GOOD } } });
  });

  test("with free models and prices of six decimals", () => {
    expect(problemOf({ free: { provider: "in-house", input: 0, output: 0 } })).toBe("none");
    expect(problemOf({ cheap: { provider: "x", input: 0.000001, output: 0.07 } })).toBe("none");
  });

  test("as embedded/prices/README.md shows it", async () => {
    const readme = await Bun.file(new URL("../../embedded/prices/README.md", import.meta.url)).text();
    const example = readme.match(/```toml\n([\s\S]+?)```/)?.[1] ?? "";
    const read = readPriceFile(example);
    expect(read).toMatchObject({ ok: true, value: { date: "2026-12-01" } });
    expect(read.ok && Object.keys(read.value.models)).toEqual(["qwen3-coder", "claude-opus-5-5"]);
  });
});
