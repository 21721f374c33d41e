/** What model calls cost, from their tokens and the price table, in whole micro-dollars. */
import type { ModelCall, TokenUsage } from "../normaliser/event.ts";
import type { MicroUsd, Tokens } from "../vocabulary/units.ts";
import { findModel, type PricedModel, type PriceTable, type TokenPrices } from "./price-table.ts";

/** What of a model call sets its cost. */
export type BilledCall = Pick<ModelCall, "model" | "tokens">;

/** How long the cache keeps what a call writes to it, which agents do not tell. */
export type CacheLifetime = "usual" | "long";

/**
 * The cost of one call.
 *
 * Gives: the exact cost, rounded half up; null when the model is not listed or the call tells no tokens. A kind of
 * tokens that the agent does not tell counts nothing.
 */
export function costOf(
  table: PriceTable,
  call: BilledCall,
  cacheLifetime: CacheLifetime = "usual",
): MicroUsd | null {
  const model = call.model === null ? null : findModel(table, call.model);
  if (model === null || !tellsTokens(call.tokens)) return null;
  return billFor(call.tokens, pricesFor(model, call.tokens), cacheLifetime);
}

function tellsTokens(tokens: TokenUsage): boolean {
  return Object.values(tokens).some((count) => count !== null);
}

/** A call that reads more than a tier's tokens is billed at that tier as a whole, its output too. */
function pricesFor(model: PricedModel, tokens: TokenUsage): TokenPrices {
  const read = (tokens.input ?? 0) + (tokens.cacheRead ?? 0) + (tokens.cacheCreation ?? 0);
  return model.above.find((tier) => read > tier.tokens)?.prices ?? model.prices;
}

function billFor(tokens: TokenUsage, prices: TokenPrices, cacheLifetime: CacheLifetime): MicroUsd {
  const creation = cacheLifetime === "long" ? prices.cacheCreationLong : prices.cacheCreation;
  const millionths =
    multiply(tokens.input, prices.input) +
    multiply(tokens.output, prices.output) +
    multiply(tokens.cacheRead, prices.cacheRead) +
    multiply(tokens.cacheCreation, creation);
  return Number((millionths + 500_000n) / 1_000_000n);
}

// Ten million tokens at the dearest price listed leave the numbers that a double holds exactly.
function multiply(count: Tokens | null, price: number): bigint {
  return BigInt(Math.round(count ?? 0)) * BigInt(price);
}
