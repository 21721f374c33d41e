/** `GET /v1/intelligence/rightsizing`: what is asked for, and what is answered. */
import { z } from "zod";
import { EXPENSIVE_SUB_SESSION } from "../expensive-sub-session.ts";
import { COST_BASES } from "./candidate.ts";
import type { ReadScope } from "../../identity/scope.ts";
import { AGENTS } from "../../normaliser/dialects/agents.ts";
import type { Instant } from "../../vocabulary/units.ts";

const USD = z.number().min(0);
const SHARE = z.number().min(0).max(1);

export const PRICE_TABLE = z
  .object({ date: z.iso.date(), sha256: z.string() })
  .describe("The prices in effect: as of which day, and the hash of all of them.");

const TRIED = z.object({
  subSessions: z.int().min(0),
  reached: SHARE.nullable().describe("Share of them that reached their goal; null without any."),
});

const SIZE = z.enum(["small", "medium", "large"]);

export const RECOMMENDATION = z.object({
  id: z.string().describe("The same for as long as the same change is recommended for the same work."),
  kind: z
    .enum(["model", "effort", "tier_up"])
    .describe(
      "model: the next tier down. effort: less reasoning on the same model. tier_up: the next tier up, for work on which the model fails.",
    ),
  model: z.string().describe("The model that did the work."),
  from: z.string().describe("A model; of kind effort an effort."),
  to: z.string(),
  segment: z
    .object({
      intent: z.string().nullable().describe("null: not judged, or several."),
      size: SIZE.nullable().describe("null: several."),
      agent: z.enum(AGENTS),
    })
    .describe("For which work."),
  work: z
    .array(z.object({ intent: z.string().nullable(), size: SIZE.nullable(), subSessions: z.int().min(1) }))
    .describe("The kinds of work in the segment, those with the most sub-sessions first."),
  subSessions: z.int().min(1).describe("Those that the costs are about."),
  basis: z
    .enum(COST_BASES)
    .describe(
      "What both costs are. list_prices: the same tokens at the list prices of both models, also where the agent " +
        "reports costs of its own. spent: what was spent on such work at either effort.",
    ),
  spentUsd: USD.describe(
    "What was spent on them in the window, by the agents' own count where they report one.",
  ),
  currentCostUsd: USD.describe("What they cost in the window, on that basis."),
  projectedCostUsd: USD.describe("What they would have cost, by the assumptions."),
  monthlySavingUsd: z.number().describe("For 30 days like those of the window; negative: it costs more."),
  evidence: z
    .enum(["A", "B", "C"])
    .describe(
      "A: 20 or more sub-sessions on both, and the change is above what is put up with by the 90 % bound. B: five or more on both. C: a hypothesis, nothing to compare with.",
    ),
  comparison: z
    .object({
      from: TRIED,
      to: TRIED,
      difference: z.number().nullable().describe("The difference of the two shares: to minus from."),
      low: z.number().nullable().describe("The difference is above this with 90 %."),
    })
    .describe("Sub-sessions of the segment, hard ones too, on both sides of the change."),
  assumptions: z.array(z.string()),
  examples: z
    .array(EXPENSIVE_SUB_SESSION)
    .describe("Up to five of the sub-sessions, the most expensive first."),
  priceTable: PRICE_TABLE,
});

/** The whole answer. */
export const RIGHTSIZING = z.object({
  recommendations: z
    .array(RECOMMENDATION)
    .describe("At most one for each model and kind of work, the one that saves most first."),
  quiet: z
    .int()
    .min(0)
    .describe("Changes that were found and are below 5 USD a month or 3 % of what was spent."),
  unpricedModels: z
    .array(z.object({ model: z.string().nullable(), calls: z.int().min(1) }))
    .describe("Models with calls that have no price; null: the agent does not name it."),
  models: z
    .array(
      z.object({
        model: z.string().nullable(),
        calls: z.int().min(1),
        costUsd: USD.describe("Without calls that have no price."),
        tier: z.string().nullable().describe("null: not known, so no change is recommended for it."),
      }),
    )
    .describe("What each model cost, the most expensive first."),
  spendUsd: USD.describe(
    "Spend on all sub-sessions that start in the window, without calls that have no price.",
  ),
  priceTable: PRICE_TABLE,
});

export type Rightsizing = z.infer<typeof RIGHTSIZING>;
export type Recommendation = z.infer<typeof RECOMMENDATION>;

/** What is asked for. */
export interface RightsizingQuery {
  scope: ReadScope;
  /** Sub-sessions that start at or after this time… */
  from: Instant;
  /** …and before this one. */
  to: Instant;
  /** A developer's id or e-mail as asked for. */
  developer: string | null;
  now: Instant;
}
