/** The state of budgets and guardrails in a sentence, and the forms that set them. */
import { sessionsAddress } from "../../address/work-filter.ts";
import { formatCount, formatThings, formatUsd } from "../../words/numbers.ts";
import type { Budget, Guardrail, Limits } from "./fetch-governance.ts";
import { type BudgetForecast, forecastOf } from "../../words/budget-forecast.ts";

/** A budget as it is set. */
export interface BudgetWish {
  developer?: string | null;
  model?: string | null;
  limit_usd: number;
}

/** A guardrail as it is set. */
export type GuardrailWish =
  { kind: "allowed_models"; models: string[] } | { kind: "session_cost"; limit_usd: number };

/** Says how budgets and guardrails are in this month. */
export function sayLimits({ budgets, guardrails }: Pick<Limits, "budgets" | "guardrails">): string {
  if (budgets.length + guardrails.length === 0) return "No budget or guardrail is set.";
  const sentences = [
    budgets.length === 0 ? null : sayBudgets(budgets.map(forecastOf)),
    guardrails.length === 0 ? null : sayGuardrails(guardrails),
  ];
  return sentences.filter((sentence) => sentence !== null).join(" ");
}

function sayBudgets(months: readonly BudgetForecast[]): string {
  const of = formatThings(months.length, "budget");
  const over = months.filter(({ kind }) => kind === "over").length;
  const breaking = months.filter(({ kind }) => kind === "will_break").length;
  const sentences = [
    over === 0 ? null : `${over} of ${of} ${over === 1 ? "is" : "are"} over`,
    breaking === 0 ? null : `${breaking} of ${of} will be over by the forecast`,
  ].filter((sentence) => sentence !== null);
  if (sentences.length > 0) return `${sentences.join(", ")}.`;
  return months.length === 1 ? "The budget is kept so far." : `All ${of} are kept so far.`;
}

function sayGuardrails(guardrails: readonly Guardrail[]): string {
  const broken = guardrails.filter(({ outside }) => outside > 0).length;
  if (broken === 0) return "No guardrail was broken.";
  return `${broken} of ${formatThings(guardrails.length, "guardrail")} ${broken === 1 ? "was" : "were"} broken.`;
}

export function nameBudget({ developer, model }: Budget): string {
  const whose = developer === null ? "Everybody" : developer.name;
  return model === null ? whose : `${whose}, on ${model}`;
}

/** The month that limits are held against. */
export type Month = Pick<Limits, "from" | "to">;

const EVERYONE = { kind: "everyone" } as const;

/** The sessions that a budget pays for. */
export function workOf({ developer, model }: Budget, { from, to }: Month): string {
  const whose = developer === null ? EVERYONE : { kind: "one" as const, id: developer.id, isSelf: false };
  return sessionsAddress(whose, { model, window: { from, to } });
}

/** The sessions that broke a guardrail. */
export function brokenBy({ models, limitUsd }: Guardrail, { from, to }: Month): string {
  return sessionsAddress(EVERYONE, {
    otherThan: models?.join(",") ?? null,
    costOverUsd: limitUsd,
    window: { from, to },
  });
}

export function nameGuardrail({ models, limitUsd }: Guardrail): string {
  return models === null
    ? `A session costs at most ${formatUsd(limitUsd ?? 0)}`
    : `Only these models: ${models.join(", ")}`;
}

export function sayOutside({ kind, outside, of }: Guardrail): string {
  const things = kind === "allowed_models" ? "call" : "session";
  return `${formatCount(outside)} of ${formatThings(of, things)}`;
}

export function wishOfBudget({ developer, model, limitUsd }: Budget): BudgetWish {
  return { developer: developer?.id ?? null, model, limit_usd: limitUsd };
}

export function wishOfGuardrail({ models, limitUsd }: Guardrail): GuardrailWish {
  return models === null
    ? { kind: "session_cost", limit_usd: limitUsd ?? 0 }
    : { kind: "allowed_models", models: [...models] };
}

/** @param typed - Names as they were typed, separated by commas or blanks. */
export function modelsIn(typed: string): string[] {
  return typed.split(/[\s,]+/).filter((name) => name !== "");
}
