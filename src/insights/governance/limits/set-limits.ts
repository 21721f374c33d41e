/** Keeps budgets and guardrails as an admin sets them, in the place of those before. */
import type { z } from "zod";
import type { Database } from "../../../database/open.ts";
import { inTransaction } from "../../../database/transaction.ts";
import { findDeveloper } from "../../../identity/developers/directory.ts";
import { fail, type Result, succeed } from "../../../vocabulary/result.ts";
import type { Instant } from "../../../vocabulary/units.ts";
import type { BUDGET_WISH, KeptBudget, KeptGuardrail } from "./limits.ts";
import { type LimitsRow, replaceLimits } from "./limits-table.ts";

/** Budgets to set. */
export interface BudgetsRequest {
  organizationId: string;
  budgets: readonly z.infer<typeof BUDGET_WISH>[];
}

/** Guardrails to set. */
export interface GuardrailsRequest {
  organizationId: string;
  guardrails: readonly KeptGuardrail[];
}

/**
 * Sets all budgets, or none.
 *
 * @throws With the place of the first that names a developer nobody knows.
 */
export async function setBudgets(
  database: Database,
  { organizationId, budgets }: BudgetsRequest,
  now: Instant,
): Promise<Result<void, { kind: "unknown_developer"; index: number }>> {
  const kept: KeptBudget[] = [];
  for (const [index, { developer = null, model = null, limit_usd: limitUsd }] of budgets.entries()) {
    const found =
      developer === null ? null : await findDeveloper(database, { organizationId, idOrEmail: developer });
    if (developer !== null && found === null) return fail({ kind: "unknown_developer", index });
    kept.push({ developer: found?.id ?? null, model, limitUsd });
  }
  await save(database, { organization: organizationId, kind: "budgets", rules: kept, now });
  return succeed(undefined);
}

/** Sets all guardrails. */
export async function setGuardrails(
  database: Database,
  { organizationId, guardrails }: GuardrailsRequest,
  now: Instant,
): Promise<void> {
  await save(database, { organization: organizationId, kind: "guardrails", rules: guardrails, now });
}

async function save(
  database: Database,
  {
    organization,
    kind,
    rules,
    now,
  }: Pick<LimitsRow, "organization" | "kind"> & { rules: readonly object[]; now: Instant },
): Promise<void> {
  const row = { organization, kind, rules: JSON.stringify(rules), set_at: now };
  await inTransaction(database, "full", (transaction) => replaceLimits(transaction, row));
}
