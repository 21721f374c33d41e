/** What an organization wants to spend and to allow: set, and held against what was spent. Nothing is stopped yet. */
import { z } from "zod";
import { DEVELOPER_ANSWER } from "../../../identity/developers/answer.ts";
import type { ReadScope } from "../../../identity/scope.ts";
import type { Instant } from "../../../vocabulary/units.ts";

const MOST_RULES = 100;
const MODEL = z.string().min(1).max(200);
const LIMIT_USD = z.number().min(0).max(1e9);

/** A monthly limit on what is spent: by everybody or one developer, on all models or one. */
export const BUDGET_WISH = z.strictObject({
  developer: z.string().min(1).nullish().describe("An id or e-mail; left out: everybody together."),
  model: MODEL.nullish().describe("As the agents name it; left out: all models."),
  limit_usd: LIMIT_USD.describe("For one calendar month, in UTC."),
});

/** A limit on what single calls and sessions may be. */
const GUARDRAIL_WISH = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("allowed_models"), models: z.array(MODEL).min(1).max(MOST_RULES) }),
  z.strictObject({ kind: z.literal("session_cost"), limit_usd: LIMIT_USD }),
]);

export const BUDGETS_WISH = z.strictObject({ budgets: z.array(BUDGET_WISH).max(MOST_RULES) });
export const GUARDRAILS_WISH = z.strictObject({ guardrails: z.array(GUARDRAIL_WISH).max(MOST_RULES) });

/** A developer's id in the place of what they were called. */
export const KEPT_BUDGETS = z.array(
  z.object({ developer: z.string().nullable(), model: z.string().nullable(), limitUsd: z.number() }),
);
export const KEPT_GUARDRAILS = z.array(GUARDRAIL_WISH);

export type KeptBudget = z.infer<typeof KEPT_BUDGETS>[number];
export type KeptGuardrail = z.infer<typeof KEPT_GUARDRAILS>[number];

const MONTH = {
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  enforced: z.literal(false).describe("Nothing is stopped: enforcement is under development."),
};

export const BUDGETS_ANSWER = z.object({
  ...MONTH,
  budgets: z.array(
    z.object({
      developer: DEVELOPER_ANSWER.nullable().describe("null: everybody together."),
      model: z.string().nullable().describe("null: all models."),
      limitUsd: z.number(),
      spentUsd: z
        .number()
        .describe("In sub-sessions that started this month, without calls that have no price."),
      unpricedCalls: z.int(),
      expectedUsd: z
        .number()
        .nullable()
        .describe("By the end of the month, as the forecast of usage; null: fewer than 14 days to go by."),
      lowUsd: z.number().nullable().describe("With the next one the 80 % interval."),
      highUsd: z.number().nullable(),
    }),
  ),
});

export const GUARDRAILS_ANSWER = z.object({
  ...MONTH,
  guardrails: z.array(
    z.object({
      kind: z.enum(["allowed_models", "session_cost"]),
      models: z.array(z.string()).nullable(),
      limitUsd: z.number().nullable(),
      outside: z.int().describe("Calls or sessions of this month that the rule would have stopped."),
      of: z.int().describe("All calls or sessions of this month."),
    }),
  ),
});

export type BudgetsAnswer = z.infer<typeof BUDGETS_ANSWER>;
export type GuardrailsAnswer = z.infer<typeof GUARDRAILS_ANSWER>;

/** Asks how rules are in the month of a time. */
export interface LimitsQuery {
  scope: ReadScope;
  at: Instant;
}
