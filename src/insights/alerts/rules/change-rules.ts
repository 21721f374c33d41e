/** Makes, changes and deletes rules. */
import { randomUUID } from "node:crypto";
import type { Database } from "../../../database/open.ts";
import { inTransaction } from "../../../database/transaction.ts";
import { fail, type Result, succeed } from "../../../vocabulary/result.ts";
import type { Instant } from "../../../vocabulary/units.ts";
import { readWebhookNames } from "../../integrations/sending/name-places.ts";
import { placeOf } from "../../integrations/sending/place.ts";
import { namesUnknownWebhook } from "../../integrations/sending/unknown-places.ts";
import { ruleAnswerOf } from "../list-alerts.ts";
import { closeOfRule } from "../alerts-table.ts";
import { readRules, replaceRules } from "./rules-table.ts";
import {
  type Rule,
  type RuleAnswer,
  type RuleChange,
  type RuleKind,
  type RuleName,
  type RuleWish,
  WATCHED,
} from "./rule.ts";

/** An organization has no more. */
export const MOST_RULES = 50;

/** A rule to make. */
export interface MakeRuleRequest {
  organizationId: string;
  wish: RuleWish;
}

/** What to change of a rule. */
export interface ChangeRuleRequest extends RuleName {
  change: RuleChange;
}

/** Thresholds that the kind of rule does not have, and which it may have. */
export interface ThresholdProblem {
  kind: "wrong_threshold";
  index: number;
  least: number;
  most: number;
}

type UnknownRule = { kind: "unknown_rule" };

/** Makes a rule. */
export async function makeAlertRule(
  database: Database,
  { organizationId, wish }: MakeRuleRequest,
  now: Instant,
): Promise<Result<RuleAnswer, ThresholdProblem | { kind: "too_many" | "unknown_webhook" }>> {
  return inTransaction(database, "full", async (transaction) => {
    const rules = await readRules(transaction, organizationId);
    if (rules.length >= MOST_RULES) return fail({ kind: "too_many" });
    const thresholds = checkThresholds(wish.kind, wish.thresholds);
    if (!thresholds.ok) return thresholds;
    if (await namesUnknownWebhook(transaction, organizationId, wish.places))
      return fail({ kind: "unknown_webhook" });
    const { name, kind, enabled } = wish;
    const places = wish.places.map(placeOf);
    const made: Rule = { id: randomUUID(), name, kind, thresholds: thresholds.value, places, enabled };
    await replaceRules(transaction, organizationId, { rules: [...rules, made], now });
    return succeed(ruleAnswerOf(made, await readWebhookNames(transaction, organizationId)));
  });
}

/** Changes a rule. Alerts of one that is switched off are closed without a message. */
export async function changeAlertRule(
  database: Database,
  { organizationId, id, change }: ChangeRuleRequest,
  now: Instant,
): Promise<Result<RuleAnswer, ThresholdProblem | UnknownRule | { kind: "unknown_webhook" }>> {
  return inTransaction(database, "full", async (transaction) => {
    const rules = await readRules(transaction, organizationId);
    const rule = rules.find((known) => known.id === id);
    if (rule === undefined) return fail({ kind: "unknown_rule" });
    const { name = rule.name, enabled = rule.enabled, thresholds: wished = rule.thresholds } = change;
    const thresholds = checkThresholds(rule.kind, wished);
    if (!thresholds.ok) return thresholds;
    if (await namesUnknownWebhook(transaction, organizationId, change.places))
      return fail({ kind: "unknown_webhook" });
    const places = change.places?.map(placeOf) ?? rule.places;
    const changed: Rule = { ...rule, name, enabled, places, thresholds: thresholds.value };
    const kept = rules.map((known) => (known.id === id ? changed : known));
    await replaceRules(transaction, organizationId, { rules: kept, now });
    if (!enabled) await closeOfRule(transaction, { organization: organizationId, rule: id }, now);
    return succeed(ruleAnswerOf(changed, await readWebhookNames(transaction, organizationId)));
  });
}

/** Deletes a rule; its alerts are closed without a message. */
export async function deleteAlertRule(
  database: Database,
  { organizationId, id }: RuleName,
  now: Instant,
): Promise<Result<void, UnknownRule>> {
  return inTransaction(database, "full", async (transaction) => {
    const rules = await readRules(transaction, organizationId);
    const kept = rules.filter((known) => known.id !== id);
    if (kept.length === rules.length) return fail({ kind: "unknown_rule" });
    await replaceRules(transaction, organizationId, { rules: kept, now });
    await closeOfRule(transaction, { organization: organizationId, rule: id }, now);
    return succeed(undefined);
  });
}

/** Returns them the lowest first, each once. */
function checkThresholds(kind: RuleKind, wished: readonly number[]): Result<number[], ThresholdProblem> {
  const { least, most } = WATCHED[kind];
  const index = wished.findIndex((threshold) => threshold < least || threshold > most);
  if (index >= 0) return fail({ kind: "wrong_threshold", index, least, most });
  return succeed([...new Set(wished)].toSorted((left, right) => left - right));
}
