/** Models of `GET /v1/admin/coverage`: what is asked for, and what is answered. */
import { z } from "zod";
import type { ReadScope } from "../identity/scope.ts";
import type { NamePosition } from "../vocabulary/listed-names.ts";
import type { Instant } from "../vocabulary/units.ts";

const USD = z.number().min(0);

/** One model: what it cost, which of its calls nobody can price, and how far the price table is off. */
export const MODEL_SPEND = z.object({
  model: z.string().nullable().describe("As the agents name it; null: they do not."),
  calls: z.int().min(1).describe("Those that have a cost, or tokens."),
  unpricedCalls: z
    .int()
    .min(0)
    .describe(
      "Those without a price: the agent reports none and the price table does not list the model. A file in prices_file can.",
    ),
  costUsd: USD.describe("Without the unpriced ones."),
  check: z
    .object({
      calls: z.int().min(1),
      reportedUsd: USD,
      computedUsd: USD,
      difference: z
        .number()
        .nullable()
        .describe("By which share of the reported cost the table computes too much; negative: too little."),
    })
    .nullable()
    .describe("The price table against what agents report; null where no call has both."),
});

export type ModelSpendAnswer = z.infer<typeof MODEL_SPEND>;

/** What is asked for. */
export interface SpendQuery {
  scope: ReadScope;
  /** Sessions that start at or after this time… */
  from: Instant;
  /** …and before this one. */
  to: Instant;
  /** A developer's id or e-mail as asked for. */
  developer: string | null;
}

/** A page of models is asked for. */
export interface SpendPageQuery extends SpendQuery {
  limit: number;
  after: NamePosition | null;
}

/** One page, and what all models cost together. */
export interface SpendPage {
  costUsd: number;
  calls: number;
  unpricedCalls: number;
  models: ModelSpendAnswer[];
  /** How many models there are on all pages. */
  total: number;
  next: NamePosition | null;
}
