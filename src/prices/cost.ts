/** What model calls cost, from their tokens and the price table, in whole micro-dollars. */
import type { ModelCall, TokenUsage } from "../normaliser/event.ts";
import type { MicroUsd, Tokens } from "../vocabulary/units.ts";
import { findModel, type PricedModel, type PriceTable, type TokenPrices } from "./price-table.ts";

/** What of a model call sets its cost. */
export type BilledCall = Pick<ModelCall, "model" | "tokens">;

/** How long the cache keeps what a call writes to it, which agents do not say. */
export type CacheLifetime = "usual" | "long";

/**
 * The cost of one call.
 *
 * @returns The exact cost, rounded half up; null when the model is not listed or the call has no tokens. A
 *   kind of tokens that the agent does not say counts nothing.
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
  const input = multiply(tokens.input, prices.input);
  const output = multiply(tokens.output, prices.output);
  const read = multiply(tokens.cacheRead, prices.cacheRead);
  const created = multiply(tokens.cacheCreation, creation);
  const most = Math.abs(input) + Math.abs(output) + Math.abs(read) + Math.abs(created);
  if (!(most <= SURELY_EXACT)) return billExactly(tokens, { ...prices, cacheCreation: creation });
  const millionths = input + output + read + created + HALF;
  // the remainder goes first: a quotient of such numbers may be rounded up
  return (millionths - (millionths % MILLION)) / MILLION;
}

const MILLION = 1_000_000;
const HALF = MILLION / 2;
/** Below it, sums of whole numbers are whole numbers that a double holds. */
const SURELY_EXACT = Number.MAX_SAFE_INTEGER - MILLION;

function multiply(count: Tokens | null, price: number): number {
  return Math.round(count ?? 0) * price;
}

// Ten million tokens at the most expensive price listed leave the numbers that a double holds exactly.
function billExactly(tokens: TokenUsage, prices: TokenPrices): MicroUsd {
  const multiplied = (count: Tokens | null, price: number): bigint =>
    BigInt(Math.round(count ?? 0)) * BigInt(price);
  const millionths =
    multiplied(tokens.input, prices.input) +
    multiplied(tokens.output, prices.output) +
    multiplied(tokens.cacheRead, prices.cacheRead) +
    multiplied(tokens.cacheCreation, prices.cacheCreation);
  return Number((millionths + BigInt(HALF)) / BigInt(MILLION));
}
