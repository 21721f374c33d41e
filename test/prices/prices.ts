/** Small price tables for tests, written the way an owner writes them. */
import type { TokenUsage } from "../../src/normaliser/event.ts";
import type { BundledPrices, ListedModels } from "../../src/prices/price-file.ts";
import { hashOf, loadPriceTable, type PriceTable } from "../../src/prices/price-table.ts";

/** A snapshot that holds these models only. */
export function snapshotOf(models: ListedModels): BundledPrices {
  const source = { package: "test", version: "1", file: "test.whl", sha256: "", license: "MIT" };
  return { source, date: "2026-11-21", sha256: hashOf(models), models };
}

/** The table of a snapshot and an owner's file. */
export function tableOf(bundled: BundledPrices, ownText: string | null = null): PriceTable {
  const table = loadPriceTable(bundled, ownText);
  if (!table.ok) throw new Error(table.problem.message);
  return table.value;
}

/** Token counts; those left out are not known. */
export function tokensOf(told: Partial<TokenUsage>): TokenUsage {
  return { input: null, output: null, cacheRead: null, cacheCreation: null, ...told };
}
