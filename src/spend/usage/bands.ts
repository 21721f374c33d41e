/** Tokens of calls by how much each call read, because vendors bill long calls at a higher price and models cannot read beyond a window. */
import type { TokenUsage } from "../../normaliser/event.ts";
import type { PricedModel, TokenPrices } from "../../prices/price-table.ts";
import type { MicroUsd, Tokens } from "../../vocabulary/units.ts";

/** Every bound at which a listed price changes, and the window that many models have. */
const BAND_ENDS: readonly Tokens[] = [
  32_000, 100_000, 128_000, 200_000, 256_000, 272_000, 512_000, 1_000_000,
];

/** Sums over the calls of one band. The last band has no end. */
export type BandTokens = [
  band: number,
  input: Tokens,
  output: Tokens,
  cacheRead: Tokens,
  cacheCreation: Tokens,
];

/** The band of a call: it reads no more than that band's end. */
export function bandOf({ input, cacheRead, cacheCreation }: TokenUsage): number {
  const read = (input ?? 0) + (cacheRead ?? 0) + (cacheCreation ?? 0);
  const band = BAND_ENDS.findIndex((end) => read <= end);
  return band < 0 ? BAND_ENDS.length : band;
}

/** Adds bands to sums, in place. */
export function addBands(sums: BandTokens[], added: readonly BandTokens[]): void {
  for (const [band, input, output, cacheRead, cacheCreation] of added) {
    const sum = sums.find(([known]) => known === band);
    if (sum === undefined) {
      sums.push([band, input, output, cacheRead, cacheCreation]);
      continue;
    }
    sum[1] += input;
    sum[2] += output;
    sum[3] += cacheRead;
    sum[4] += cacheCreation;
  }
}

/**
 * What these tokens cost at a model's prices.
 *
 * @returns Micro-dollars, not rounded. Where a higher price begins within a band, the whole band is billed at
 *   it.
 */
export function priceOfBands(model: PricedModel, bands: readonly BandTokens[]): MicroUsd {
  return bands.reduce((sum, [band, input, output, cacheRead, cacheCreation]) => {
    const prices = pricesIn(model, band);
    const millionths =
      input * prices.input +
      output * prices.output +
      cacheRead * prices.cacheRead +
      cacheCreation * prices.cacheCreation;
    return sum + millionths / 1_000_000;
  }, 0);
}

function pricesIn({ above, prices }: PricedModel, band: number): TokenPrices {
  const end = BAND_ENDS[band] ?? Infinity;
  return above.find(({ tokens }) => end > tokens)?.prices ?? prices;
}

/** Whether a model can read calls of this band; not when its window is not known. */
export function fitsWindow({ window }: PricedModel, band: number): boolean {
  return window !== null && (BAND_ENDS[band] ?? Infinity) <= window;
}
