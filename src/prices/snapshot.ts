/** The snapshot of public prices and context windows that the program carries. */
import snapshot from "../../embedded/prices/prices.json";
import type { BundledPrices } from "./price-file.ts";

/**
 * Prices and windows as of `date`.
 *
 * @see The package that `source` names; scripts/update-prices.ts takes another.
 */
export const bundledPrices: BundledPrices = snapshot;
