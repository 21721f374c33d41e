/** What of a sub-session's cost brought nothing, by kind. */
import type { Agent } from "../../normaliser/dialects/agents.ts";
import { agentWindowOf } from "../../prices/agent-windows.ts";
import { contextWindowOf, findModel, type PriceTable } from "../../prices/price-table.ts";
import type { SubSession } from "../../turns/sub-session.ts";
import { spentOn } from "../spend.ts";
import { findContextBloat } from "./context-bloat.ts";
import type { Found } from "./found.ts";
import { findRepeatedReads } from "./repeated-reads.ts";
import { findRetryStorms } from "./retry-storms.ts";

/** In the order in which reports show them. */
export const WASTE_KINDS = ["retry_storm", "repeated_read", "context_bloat"] as const;

export type WasteKind = (typeof WASTE_KINDS)[number];

/** The kinds that were found. */
export type Waste = Partial<Record<WasteKind, Found>>;

/**
 * Looks for every kind of waste in one sub-session.
 *
 * @see docs/scoring.md, "Waste".
 */
export function wasteIn(
  subSession: SubSession,
  { agent, prices }: { agent: Agent; prices: PriceTable },
): Waste {
  const { turns } = subSession;
  const costOf = (call: Parameters<typeof spentOn>[1]) => spentOn(prices, call);
  const found: Record<WasteKind, Found> = {
    retry_storm: findRetryStorms(turns, costOf),
    repeated_read: findRepeatedReads(turns, costOf),
    context_bloat: findContextBloat(subSession, {
      windowOf: (model) =>
        model === null ? null : (agentWindowOf(agent, model) ?? contextWindowOf(prices, model)),
      cacheReadOf: (model) => {
        const priced = model === null ? null : findModel(prices, model);
        return priced === null ? null : priced.prices.cacheRead / 1_000_000;
      },
    }),
  };
  const kinds = WASTE_KINDS.filter((kind) => found[kind].count > 0);
  return Object.fromEntries(kinds.map((kind) => [kind, rounded(found[kind])]));
}

function rounded({ count, cost }: Found): Found {
  return { count, cost: Math.round(cost) };
}
