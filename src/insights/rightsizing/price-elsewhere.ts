/** What work would have cost on another model. */
import type { PricedModel } from "../../prices/price-table.ts";
import { priceOfBands } from "../../spend/usage/bands.ts";
import type { UsageGroup } from "../../spend/usage/usage-day.ts";
import type { MicroUsd } from "../../vocabulary/units.ts";

/** The groups' tokens at a model's list prices. */
export function priceElsewhere(groups: readonly Pick<UsageGroup, "bands">[], model: PricedModel): MicroUsd {
  return groups.reduce((sum, { bands }) => sum + priceOfBands(model, bands), 0);
}
