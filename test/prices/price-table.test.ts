import { describe, expect, test } from "bun:test";
import { contextWindowOf, findModel, loadPriceTable } from "../../src/prices/price-table.ts";
import { snapshotOf, tableOf } from "./prices.ts";

const SNAPSHOT = snapshotOf({
  "claude-haiku-5-5": { provider: "anthropic", window: 1_000_000, input: 0.1, output: 0.5, cacheRead: 0.01 },
  "claude-sonnet-4-5": { provider: "anthropic", window: 200_000, input: 3, output: 15 },
  "gpt-5.1-codex": { provider: "openai", window: 400_000, input: 1.25, output: 10 },
  "gpt-4o": { provider: "openai", window: 128_000, input: 2.5, output: 10 },
  "gpt-4o-2024-05-13": { provider: "openai", window: 128_000, input: 5, output: 15 },
  "gemini-2.5-pro": { provider: "google", input: 1.25, output: 10 },
  "mistral-small": { provider: "mistral", input: 0.1, output: 0.3 },
  "us.anthropic.claude-sonnet-4-5-20250929-v1:0": {
    provider: "bedrock",
    input: 3.3,
    output: 16.5,
    aliases: ["eu.anthropic.claude-sonnet-4-5-20250929-v1:0"],
  },
});

const own = (models: Record<string, unknown>, date?: string) => JSON.stringify({ date, models });

describe("a model is not found", () => {
  test.each([
    ["a version that is not listed", "claude-haiku-5-6"],
    ["a version before the listed one", "claude-haiku-5"],
    ["a longer name of another model", "gpt-5.1-codex-max"],
    ["a shorter name", "gpt-5.1"],
    ["a version that looks like Bedrock's revision", "mistral-small-v2"],
    ["a preview with a day that is no release's", "gemini-2.5-pro-preview-06-05"],
    ["the newest of a kind", "claude-haiku-latest"],
    ["a reseller's", "openrouter/anthropic/claude-haiku-5-5"],
    ["one that runs at home", "ollama/gpt-4o"],
    ["a region that is not listed", "ap.anthropic.claude-sonnet-4-5-20250929-v1:0"],
    ["nothing", ""],
    ["a word that objects know", "constructor"],
  ])("by %s: %s", (_, name) => {
    expect(findModel(tableOf(SNAPSHOT), name)).toBeNull();
    expect(contextWindowOf(tableOf(SNAPSHOT), name)).toBeNull();
  });
});

describe("a model is found by the name that agents report", () => {
  test.each([
    ["claude-haiku-5-5", "claude-haiku-5-5"],
    ["claude-haiku-5.5", "claude-haiku-5-5"],
    [" Claude-Haiku-5-5 ", "claude-haiku-5-5"],
    ["anthropic/claude-haiku-5-5", "claude-haiku-5-5"],
    ["claude-haiku-5-5-20260914", "claude-haiku-5-5"],
    ["claude-haiku-5-5@20260914", "claude-haiku-5-5"],
    ["vertex_ai/claude-haiku-5-5@default", "claude-haiku-5-5"],
    ["publishers/anthropic/models/claude-haiku-5-5", "claude-haiku-5-5"],
    ["claude-sonnet-4-5-20250929[1m]", "claude-sonnet-4-5"],
    ["us.anthropic.claude-sonnet-4-5-20250929-v1:0", "us.anthropic.claude-sonnet-4-5-20250929-v1:0"],
    ["bedrock/eu.anthropic.claude-sonnet-4-5-20250929-v1:0", "us.anthropic.claude-sonnet-4-5-20250929-v1:0"],
    [
      "arn:aws:bedrock:eu-west-1:123456789012:inference-profile/eu.anthropic.claude-sonnet-4-5-20250929-v1:0",
      "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
    ],
    ["models/gemini-2.5-pro", "gemini-2.5-pro"],
    ["publishers/google/models/gemini-2.5-pro", "gemini-2.5-pro"],
    ["gpt-5.1-codex", "gpt-5.1-codex"],
    ["azure/gpt-5.1-codex-2025-11-13", "gpt-5.1-codex"],
    ["openai/gpt-4o-2024-11-20", "gpt-4o"],
    ["openai/gpt-4o-2024-05-13", "gpt-4o-2024-05-13"],
  ])("%s", (reported, name) => {
    expect(findModel(tableOf(SNAPSHOT), reported)?.name).toBe(name);
  });
});

describe("a context window", () => {
  test("is the model's", () => {
    expect(contextWindowOf(tableOf(SNAPSHOT), "claude-sonnet-4-5-20250929")).toBe(200_000);
  });

  test("is a million tokens where the name says [1m]", () => {
    expect(contextWindowOf(tableOf(SNAPSHOT), "claude-sonnet-4-5-20250929[1m]")).toBe(1_000_000);
  });

  test("is unknown for a model that is priced without one", () => {
    expect(contextWindowOf(tableOf(SNAPSHOT), "gemini-2.5-pro")).toBeNull();
  });
});

describe("an owner's file", () => {
  test("that is wrong yields no table", () => {
    const table = loadPriceTable(SNAPSHOT, own({ "gpt-4o": { provider: "openai", input: -1, output: 0 } }));
    expect(table).toMatchObject({ ok: false, problem: { kind: "invalid" } });
  });

  test("adds a model", () => {
    const table = tableOf(SNAPSHOT, own({ "qwen3-coder": { provider: "in-house", input: 0, output: 0 } }));
    expect(findModel(table, "qwen3-coder")).toMatchObject({ provider: "in-house", window: null });
    expect(findModel(table, "gpt-4o")).not.toBeNull();
  });

  test("replaces a model as a whole, under whichever spelling", () => {
    const table = tableOf(SNAPSHOT, own({ "Claude-Haiku-5.5": { provider: "us", input: 9, output: 9 } }));
    const found = findModel(table, "claude-haiku-5-5");
    expect(found).toMatchObject({ provider: "us", window: null, prices: { input: 9_000_000 } });
    expect(found?.prices.cacheRead).toBe(9_000_000);
  });

  test("that replaces a model leaves it its aliases", () => {
    const name = "us.anthropic.claude-sonnet-4-5-20250929-v1:0";
    const table = tableOf(SNAPSHOT, own({ [name]: { provider: "bedrock", input: 9, output: 9 } }));
    expect(findModel(table, name.replace("us.", "eu."))?.prices.input).toBe(9_000_000);
  });

  test("gives a model other names", () => {
    const models = { "gpt-4o": { provider: "openai", input: 9, output: 9, aliases: ["our-model"] } };
    expect(findModel(tableOf(SNAPSHOT, own(models)), "our-model")?.name).toBe("gpt-4o");
  });

  test("cannot take a listed model's name for an alias", () => {
    const models = { mine: { provider: "in-house", input: 0, output: 0, aliases: ["gpt-4o"] } };
    expect(findModel(tableOf(SNAPSHOT, own(models)), "gpt-4o")?.provider).toBe("openai");
  });

  test("changes the table's hash, and its day when it reports one", () => {
    const models = { mine: { provider: "in-house", input: 0, output: 0 } };
    const plain = tableOf(SNAPSHOT);
    expect(plain).toMatchObject({ date: SNAPSHOT.date, sha256: SNAPSHOT.sha256 });
    expect(tableOf(SNAPSHOT, own(models)).date).toBe(SNAPSHOT.date);
    expect(tableOf(SNAPSHOT, own(models, "2026-12-01")).date).toBe("2026-12-01");
    expect(tableOf(SNAPSHOT, own(models)).sha256).not.toBe(plain.sha256);
  });
});
