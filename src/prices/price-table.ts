/** The table of model prices and context windows: the bundled snapshot, with what the owner's file puts over it. */
import { createHash } from "node:crypto";
import { type Result, succeed } from "../vocabulary/result.ts";
import type { Tokens } from "../vocabulary/units.ts";
import { asksForWideWindow, comparableName, listedNamesFor } from "./model-name.ts";
import {
  type BundledPrices,
  type ListedModel,
  type ListedModels,
  type PriceProblem,
  readPriceFile,
} from "./price-file.ts";

/** Whole millionths of a US dollar for a million tokens: a token at 1 costs 10⁻¹² US dollars. */
export type MicroUsdPerMillion = number;

/** What a token costs, by what happened to it. */
export interface TokenPrices {
  input: MicroUsdPerMillion;
  output: MicroUsdPerMillion;
  cacheRead: MicroUsdPerMillion;
  cacheCreation: MicroUsdPerMillion;
  /** Written to a cache that is kept longer than usual. */
  cacheCreationLong: MicroUsdPerMillion;
}

/** A model whose prices are known. */
export interface PricedModel {
  name: string;
  /** Who sells it: anthropic, openai, google, bedrock … */
  provider: string;
  /** The most tokens that a call may read; null when it is not listed. */
  window: Tokens | null;
  prices: TokenPrices;
  /** Prices of calls that read more than so many tokens, the most tokens first. */
  above: readonly { tokens: Tokens; prices: TokenPrices }[];
}

/** Prices and windows as of a day. */
export interface PriceTable {
  /** YYYY-MM-DD. */
  date: string;
  /** The hash of all models in effect: another one whenever a price is another. */
  sha256: string;
  /** By comparable name, aliases included. */
  models: ReadonlyMap<string, PricedModel>;
}

/**
 * Puts the owner's price file over the snapshot.
 *
 * @param ownText - The file's text, null when there is none. A model in it replaces the one of the same name
 *   whole, and goes by that one's aliases unless it lists its own.
 * @throws As `readPriceFile`.
 */
export function loadPriceTable(
  bundled: BundledPrices,
  ownText: string | null,
): Result<PriceTable, PriceProblem> {
  if (ownText === null) return succeed(tableOf(bundled.models, bundled.date));
  const ownFile = readPriceFile(ownText);
  if (!ownFile.ok) return ownFile;
  return succeed(
    tableOf(joinModels(bundled.models, ownFile.value.models), ownFile.value.date ?? bundled.date),
  );
}

/** Finds a model by the name that an agent reports; null when its prices are not known. */
export function findModel(table: PriceTable, name: string): PricedModel | null {
  for (const listed of listedNamesFor(name)) {
    const model = table.models.get(listed);
    if (model !== undefined) return model;
  }
  return null;
}

/** The most tokens that a call of the model may read; null when that is not known. */
export function contextWindowOf(table: PriceTable, name: string): Tokens | null {
  const model = findModel(table, name);
  return model !== null && asksForWideWindow(name) ? WIDE_WINDOW : (model?.window ?? null);
}

/** The SHA-256 of models as JSON without white space, in lower-case hex digits. */
export function hashOf(models: ListedModels): string {
  return createHash("sha256").update(JSON.stringify(models)).digest("hex");
}

/** What `[1m]` behind a model's name stands for. */
const WIDE_WINDOW: Tokens = 1_000_000;

function joinModels(bundled: ListedModels, ownModels: ListedModels): ListedModels {
  const names = new Map(Object.keys(bundled).map((name) => [comparableName(name), name]));
  const joined: Record<string, ListedModel> = { ...bundled };
  for (const [name, model] of Object.entries(ownModels)) {
    const replaced = names.get(comparableName(name)) ?? name;
    joined[replaced] = { ...model, aliases: model.aliases ?? bundled[replaced]?.aliases };
  }
  return joined;
}

function tableOf(listed: ListedModels, date: string): PriceTable {
  const entries = Object.entries(listed).map(([name, model]) => [name, pricedModel(name, model)] as const);
  const models = new Map<string, PricedModel>();
  for (const [name, model] of entries) {
    for (const alias of listed[name]?.aliases ?? []) models.set(comparableName(alias), model);
  }
  // After the aliases: a model that goes by a name of its own is meant by it.
  for (const [name, model] of entries) models.set(comparableName(name), model);
  return { date, sha256: hashOf(listed), models };
}

function pricedModel(name: string, listed: ListedModel): PricedModel {
  const above = (listed.above ?? []).map((tier) => ({ tokens: tier.tokens, prices: tokenPrices(tier) }));
  return {
    name,
    provider: listed.provider,
    window: listed.window ?? null,
    prices: tokenPrices(listed),
    above: above.toSorted((left, right) => right.tokens - left.tokens),
  };
}

function tokenPrices(listed: Omit<ListedModel, "provider">): TokenPrices {
  const cacheCreation = listed.cacheCreation ?? listed.input;
  return {
    input: inMicroUsd(listed.input),
    output: inMicroUsd(listed.output),
    cacheRead: inMicroUsd(listed.cacheRead ?? listed.input),
    cacheCreation: inMicroUsd(cacheCreation),
    cacheCreationLong: inMicroUsd(listed.cacheCreationLong ?? cacheCreation),
  };
}

function inMicroUsd(usd: number): MicroUsdPerMillion {
  return Math.round(usd * 1e6);
}
