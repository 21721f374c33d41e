/** Answers how budgets and guardrails are this month. */
import type { Database } from "../../../database/open.ts";
import type { WindowFilter } from "../../../database/window.ts";
import { describeDeveloper } from "../../../identity/developers/answer.ts";
import { idsOf } from "../../../identity/developers/directory.ts";
import { type RowsToRead, rowsToRead } from "../../../identity/scope.ts";
import { periodOf } from "../../../scores/periods.ts";
import { countSessionsAbove } from "../../../spend/spend-table.ts";
import { readSpend } from "../../../spend/tallies/read-spend.ts";
import {
  type BudgetsAnswer,
  type GuardrailsAnswer,
  KEPT_BUDGETS,
  KEPT_GUARDRAILS,
  type KeptBudget,
  type KeptGuardrail,
  type LimitsQuery,
} from "./limits.ts";
import { readLimits } from "./limits-table.ts";
import { forecastBudget } from "../../usage/read-forecast.ts";
import { isoTime } from "../../../vocabulary/times.ts";
import type { Instant } from "../../../vocabulary/units.ts";

type BudgetAnswer = BudgetsAnswer["budgets"][number];
type GuardrailAnswer = GuardrailsAnswer["guardrails"][number];

/** Reads the budgets. A key that reads only one developer gets that developer's. */
export async function readBudgets(database: Database, query: LimitsQuery): Promise<BudgetsAnswer> {
  const { readable, month, organization } = await open(database, query);
  const rules = KEPT_BUDGETS.parse(await kept(database, organization, "budgets"));
  const budgets: BudgetAnswer[] = [];
  for (const rule of rules) {
    const budget =
      readable && (await budgetOf(database, rule, { organization, ...month, ...readable, now: query.at }));
    if (budget !== null) budgets.push(budget);
  }
  return { ...describeMonth(month), budgets };
}

/** Reads the guardrails, with what they would have stopped of what the key may read. */
export async function readGuardrails(database: Database, query: LimitsQuery): Promise<GuardrailsAnswer> {
  const { readable, month, organization } = await open(database, query);
  const rules = KEPT_GUARDRAILS.parse(await kept(database, organization, "guardrails"));
  const filter = { organization, developers: readable?.developerIds ?? null, ...month };
  const guardrails: GuardrailAnswer[] = [];
  for (const rule of readable === null ? [] : rules)
    guardrails.push(
      rule.kind === "allowed_models"
        ? await callsOutside(database, rule, filter)
        : await sessionsAbove(database, rule, filter),
    );
  return { ...describeMonth(month), guardrails };
}

async function open(database: Database, { scope, at }: LimitsQuery) {
  const { start: from, end: to } = periodOf(at, "month");
  const readable = await rowsToRead(database, scope, null);
  return { readable, month: { from, to }, organization: scope.organizationId };
}

async function kept(
  database: Database,
  organization: string,
  kind: "budgets" | "guardrails",
): Promise<unknown> {
  return JSON.parse((await readLimits(database, { organization, kind })) ?? "[]");
}

/** Returns null for a budget of somebody whom the key may not read, or who is not there any more. */
async function budgetOf(
  database: Database,
  { developer: id, model, limitUsd }: KeptBudget,
  {
    developerIds,
    developers,
    now,
    ...window
  }: RowsToRead & Pick<WindowFilter, "organization" | "from" | "to"> & { now: Instant },
): Promise<BudgetAnswer | null> {
  const developer = id === null ? null : developers.get(id);
  if (developer === undefined) return null;
  const ids = developer === null ? null : idsOf(developer.id, developers);
  const mayRead = developerIds === null || (ids?.some((name) => developerIds.includes(name)) ?? false);
  if (!mayRead) return null;
  const spent = await readSpend(database, { ...window, developers: ids });
  const counted = spent.filter((spend) => model === null || spend.model === model);
  return {
    developer: developer === null ? null : describeDeveloper(developer),
    model,
    limitUsd,
    spentUsd: total(counted.map(({ cost }) => cost)) / 1e6,
    unpricedCalls: total(counted.map(({ unpricedCalls }) => unpricedCalls)),
    ...(await forecastBudget(database, { organization: window.organization, developers: ids, model, now })),
  };
}

async function callsOutside(
  database: Database,
  { kind, models }: Extract<KeptGuardrail, { kind: "allowed_models" }>,
  filter: WindowFilter,
): Promise<GuardrailAnswer> {
  const spent = await readSpend(database, filter);
  // a call whose model nobody names may be any
  const outside = spent.filter(({ model }) => model !== null && !models.includes(model));
  const [calls, all] = [outside, spent].map((list) => total(list.map((spend) => spend.calls)));
  return { kind, models, limitUsd: null, outside: calls ?? 0, of: all ?? 0 };
}

async function sessionsAbove(
  database: Database,
  { kind, limit_usd: limitUsd }: Extract<KeptGuardrail, { kind: "session_cost" }>,
  filter: WindowFilter,
): Promise<GuardrailAnswer> {
  const { above, all } = await countSessionsAbove(database, filter, limitUsd * 1e6);
  return { kind, models: null, limitUsd, outside: above, of: all };
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function describeMonth({ from, to }: { from: number; to: number }) {
  return { from: isoTime(from), to: isoTime(to), enforced: false as const };
}
