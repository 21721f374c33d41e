/** Answers which alerts there are, and what a rule of an organization is. */
import type { Database } from "../../database/open.ts";
import { cutPage } from "../../vocabulary/page.ts";
import { isoTime } from "../../vocabulary/times.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { namePlace, readWebhookNames, type WebhookNames } from "../integrations/sending/name-places.ts";
import type { AlertAnswer, AlertPosition } from "./alert.ts";
import { type AlertRow, countAlerts, readAlerts } from "./alerts-table.ts";
import type { Rule, RuleAnswer } from "./rules/rule.ts";
import { readRules } from "./rules/rules-table.ts";
import { describeAlert } from "./words/describe-alert.ts";
import { type Names, readNames } from "./words/names.ts";

/** Asks for a page of alerts. */
export interface AlertsQuery {
  organizationId: string;
  /** Whether only closed ones are wanted, or only others; null for all. */
  isClosed: boolean | null;
  namesDevelopers: boolean;
  limit: number;
  after: AlertPosition | null;
}

/** What a status has room for. */
export const NEWEST_OPEN_ALERTS = { isClosed: false, limit: 20, after: null } as const;

/** Reads one page, the newest first. */
export async function listAlerts(
  database: Database,
  { organizationId: organization, isClosed, namesDevelopers, limit, after }: AlertsQuery,
): Promise<{ alerts: AlertAnswer[]; total: number; next: AlertPosition | null }> {
  const filter = { organization, isClosed };
  const found = await readAlerts(database, filter, { limit: limit + 1, after });
  const { rows, next } = cutPage(found, limit, ({ opened_at: openedAt, id }) => ({ openedAt, id }));
  const names = await readNames(database, { organization, namesDevelopers });
  const alerts = rows.map((row) => answerOf(row, names));
  return { alerts, total: await countAlerts(database, filter), next };
}

/** An alert as answers show it. */
export function answerOf(row: AlertRow, names: Names): AlertAnswer {
  const { id, rule: ruleId, kind, state, threshold } = row;
  return {
    id,
    ruleId,
    kind,
    ...describeAlert(row, names),
    state,
    threshold,
    openedAt: isoTime(row.opened_at),
    acknowledgedAt: formatOrNull(row.acknowledged_at),
    closedAt: formatOrNull(row.closed_at),
  };
}

function formatOrNull(at: Instant | null): string | null {
  return at === null ? null : isoTime(at);
}

/** Returns all rules of an organization. */
export async function listAlertRules(
  database: Database,
  { organizationId }: { organizationId: string },
): Promise<RuleAnswer[]> {
  const names = await readWebhookNames(database, organizationId);
  return (await readRules(database, organizationId)).map((rule) => ruleAnswerOf(rule, names));
}

/** A rule as answers show it. */
export function ruleAnswerOf(rule: Rule, names: WebhookNames): RuleAnswer {
  return { ...rule, places: rule.places.map((place) => namePlace(place, names)) };
}
