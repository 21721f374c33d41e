/** Which models are above and below another one of the same provider. */
import { bundledLadders, type Ladder } from "./bundled-ladders.ts";
import { comparableName, withoutReleaseDay } from "./model-name.ts";
import { findModel, type PricedModel, type PriceTable } from "./price-table.ts";

/** The place of a model. */
export interface Rung {
  tier: string;
  /** The newest priced model of the next tier down, and of the next one up; null where there is none. */
  down: PricedModel | null;
  up: PricedModel | null;
}

/**
 * Finds a model's tier and its neighbours.
 *
 * @returns null when no ladder names the model: a tier is never guessed.
 * @see `source` of each ladder in embedded/prices/tiers.json.
 */
export function rungOf(
  table: PriceTable,
  model: PricedModel,
  ladders: readonly Ladder[] = bundledLadders,
): Rung | null {
  const seller = RESELLER.exec(model.name)?.[0] ?? "";
  const bare = comparableName(withoutReleaseDay(model.name.slice(seller.length)));
  for (const { tiers } of ladders) {
    const place = tiers.findIndex(({ models }) => models.some((name) => comparableName(name) === bare));
    const tier = tiers[place];
    if (tier === undefined) continue;
    const newestOf = (names: readonly string[] = []): PricedModel | null =>
      newestPriced(table, { names, seller, provider: model.provider });
    return {
      tier: tier.tier,
      down: newestOf(tiers[place - 1]?.models),
      up: newestOf(tiers[place + 1]?.models),
    };
  }
  return null;
}

/** Bedrock puts the vendor and often a region before a model's name; its own prices are listed by that. */
const RESELLER = /^(?:[a-z-]+\.)?anthropic\./;

function newestPriced(
  table: PriceTable,
  { names, seller, provider }: { names: readonly string[]; seller: string; provider: string },
): PricedModel | null {
  const models = names.map((name) => findModel(table, seller + name));
  return models.find((model) => model !== null && model.provider === provider) ?? null;
}
