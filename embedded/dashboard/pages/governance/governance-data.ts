/** The state of budgets and guardrails in a sentence, and the forms that set them. */
import { developerSessionsAddress } from "../../address/developer-address.ts";
import { addressOf } from "../../address/whose-of.ts";
import { formatCount, formatShare, formatThings, formatUsd, NO_VALUE } from "../../words/numbers.ts";
import type { Budget, Guardrail, Limits } from "./fetch-governance.ts";

/** A budget as it is set. */
export interface BudgetWish {
  developer?: string | null;
  model?: string | null;
  limit_usd: number;
}

/** A guardrail as it is set. */
export type GuardrailWish =
  { kind: "allowed_models"; models: string[] } | { kind: "session_cost"; limit_usd: number };

export function sayLimits({ budgets, guardrails }: Limits): string {
  if (budgets.length + guardrails.length === 0) return "No budget or guardrail is set.";
  const spent = budgets.filter(isSpent).length;
  const outside = guardrails.filter((rule) => rule.outside > 0).length;
  const sentences = [
    budgets.length === 0 ? null : sayBudgets(budgets.length, spent),
    guardrails.length === 0 ? null : sayGuardrails(guardrails.length, outside),
  ];
  return `${sentences.filter((sentence) => sentence !== null).join("; ")}.`;
}

function sayBudgets(all: number, spent: number): string {
  if (spent === 0) return all === 1 ? "The budget holds this month" : `All ${all} budgets hold this month`;
  return `${spent} of ${formatThings(all, "budget")} ${spent === 1 ? "is" : "are"} spent this month`;
}

function sayGuardrails(all: number, outside: number): string {
  if (outside === 0) return "no guardrail was broken";
  return `${outside} of ${formatThings(all, "guardrail")} ${outside === 1 ? "was" : "were"} broken`;
}

export function isSpent({ spentUsd, limitUsd }: Budget): boolean {
  return spentUsd > limitUsd;
}

export function nameBudget({ developer, model }: Budget): string {
  const whose = developer === null ? "Everybody" : developer.name;
  return model === null ? whose : `${whose}, on ${model}`;
}

/** With a personal key the address without a parameter means its own developer. */
export const EVERYBODYS_SESSIONS = addressOf("/sessions", { kind: "everyone" });

/** The sessions that a budget pays for, or more. */
export function workOf({ developer }: Budget): string {
  return developer === null ? EVERYBODYS_SESSIONS : developerSessionsAddress(developer.id);
}

export function sayShare({ spentUsd, limitUsd }: Budget): string {
  return limitUsd === 0 ? NO_VALUE : formatShare(spentUsd / limitUsd);
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
