import { describe, expect, test } from "bun:test";
import { comparableName } from "../../src/prices/model-name.ts";
import { readPriceFile } from "../../src/prices/price-file.ts";
import { contextWindowOf, findModel, hashOf } from "../../src/prices/price-table.ts";
import { bundledPrices } from "../../src/prices/snapshot.ts";
import { ofKind, recordsOfSession, settle } from "../normaliser/captured.ts";
import { tableOf } from "./prices.ts";

const table = tableOf(bundledPrices);

async function modelsOf(session: string): Promise<string[]> {
  const sessions = settle(await recordsOfSession(session)).values();
  const calls = [...sessions].flatMap(({ events }) => ofKind(events, "model_call"));
  return [...new Set(calls.flatMap(({ model }) => model ?? []))];
}

describe("the snapshot", () => {
  test("has the hash that its header says", () => {
    expect(hashOf(bundledPrices.models)).toBe(bundledPrices.sha256);
    expect(table.sha256).toBe(bundledPrices.sha256);
  });

  test("names where it comes from, as of when and under which license", () => {
    expect(bundledPrices.source).toMatchObject({ package: "litellm", license: "MIT" });
    expect(bundledPrices.source.file).toContain(bundledPrices.source.version);
    expect(bundledPrices.source.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(bundledPrices.date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  test("would be accepted as an owner's file", () => {
    const { date, models } = bundledPrices;
    expect(readPriceFile(JSON.stringify({ date, models }))).toMatchObject({ ok: true });
  });

  test("gives no name to two models", () => {
    const names = Object.entries(bundledPrices.models).flatMap(([name, { aliases = [] }]) => [
      name,
      ...aliases,
    ]);
    expect(new Set(names.map(comparableName)).size).toBe(names.length);
  });

  test("asks more for output than for input, and less for what a cache held", () => {
    const odd = Object.entries(bundledPrices.models).filter(
      ([, { input, output, cacheRead = 0 }]) => output < input || cacheRead > input,
    );
    expect(odd.map(([name]) => name)).toEqual([]);
  });

  test.each([
    "claude-opus-5-5",
    "claude-sonnet-5-5",
    "claude-haiku-5-5",
    "claude-sonnet-4.5",
    "us.anthropic.claude-sonnet-5-5",
    "gpt-6-sol",
    "gpt-5.5",
    "gpt-5.1-codex",
    "gpt-5.3-codex",
    "gpt-4.1",
    "gemini-2.5-pro",
    "gemini-3.8-flash",
    "grok-4.7",
    "muse-spark-1.3",
    "devstral-latest",
    "deepseek-v4-pro",
    "kimi-k3",
    "qwen3-coder-plus",
    "glm-5.3",
    "minimax-m3",
  ])("knows price and window of %s", (name) => {
    const model = findModel(table, name);
    expect(model?.prices.input).toBeGreaterThan(0);
    expect(model?.prices.output).toBeGreaterThan(0);
    expect(contextWindowOf(table, name)).toBeGreaterThanOrEqual(128_000);
  });
});

describe("of the captured sessions", () => {
  test.each([
    ["codex-ok", ["gpt-5.4"], 1_050_000],
    ["gemini-ok", ["gemini-2.5-pro"], 1_048_576],
  ])("%s ran on a model that is listed", async (session, models, window) => {
    const found = await modelsOf(session);
    expect(found).toEqual(models);
    expect(found.map((name) => contextWindowOf(table, name))).toEqual([window]);
  });

  test.each(["qwen-ok", "opencode-ok"])("%s ran on a made-up model, which is unpriced", async (session) => {
    expect((await modelsOf(session)).map((name) => findModel(table, name))).toEqual([null]);
  });
});
