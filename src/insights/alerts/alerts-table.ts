/** The rows of alerts: what a rule found, since when, and whether somebody has seen it. */
import { count, instant, json, orNull, ratio, text } from "../../database/columns.ts";
import type { Database } from "../../database/open.ts";
import type { TableSet } from "../../database/prepare.ts";
import { createTable, declareTable, type RowOf, tables } from "../../database/table-shape.ts";
import { pageAfter } from "../../database/window.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { AlertPosition, AlertState } from "./alert.ts";
import { KEY_DAYS } from "./finding/key-days-table.ts";
import { ALERT_MESSAGES } from "./messages/messages-table.ts";
import type { RuleKind } from "./rules/rule.ts";
import { ALERT_RULES } from "./rules/rules-table.ts";

export const ALERTS = declareTable(
  "alerts",
  {
    id: text(),
    organization: text(),
    rule: text(),
    kind: text<RuleKind>(),
    /** What it is about, by ids: only one alert of a rule about it is not closed. */
    subject: text(),
    /** Whose key, work or budget it is about; null for nobody's. */
    developer: orNull(text()),
    /** The highest threshold that was reached. */
    threshold: ratio(),
    /** JSON: `FACTS`, as they were seen last. */
    facts: json(),
    state: text<AlertState>(),
    /** 1 once it is closed. */
    is_closed: count(),
    opened_at: instant(),
    acknowledged_at: orNull(instant()),
    closed_at: orNull(instant()),
  },
  {
    owner: ["developer"],
    key: ["id"],
    indexes: { alerts_by_opened_at_id: ["organization", "is_closed", "opened_at", "id"] },
  },
);

export type AlertRow = RowOf<typeof ALERTS>;

export const alertTables = {
  name: "alerts",
  tables: [ALERT_RULES, ALERTS, ALERT_MESSAGES, KEY_DAYS],
  kept: true,
  migrations: [createTables],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  for (const table of alertTables.tables) await createTable(database, table);
}

export async function insertAlert(transaction: Database, row: AlertRow): Promise<void> {
  await tables(transaction, ALERTS).insertInto("alerts").values(row).execute();
}

export async function updateAlert(
  transaction: Database,
  id: string,
  change: Partial<AlertRow>,
): Promise<void> {
  await tables(transaction, ALERTS).updateTable("alerts").set(change).where("id", "=", id).execute();
}

/** Closes what a rule found. */
export async function closeOfRule(
  transaction: Database,
  { organization, rule }: Pick<AlertRow, "organization" | "rule">,
  now: Instant,
): Promise<void> {
  await tables(transaction, ALERTS)
    .updateTable("alerts")
    .set({ state: "closed", is_closed: 1, closed_at: now })
    .where("organization", "=", organization)
    .where("is_closed", "=", 0)
    .where("rule", "=", rule)
    .execute();
}

/** Returns null when the organization has none with that id. */
export async function findAlert(
  database: Database,
  { organization, id }: Pick<AlertRow, "organization" | "id">,
): Promise<AlertRow | null> {
  const row = await tables(database, ALERTS)
    .selectFrom("alerts")
    .selectAll()
    .where("organization", "=", organization)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the alerts of an organization that are not closed. */
export async function readOpenAlerts(database: Database, organization: string): Promise<AlertRow[]> {
  return alertsOf(database, { organization, isClosed: false }).execute();
}

/** Which alerts a list holds. */
export interface AlertsFilter {
  organization: string;
  /** null for all. */
  isClosed: boolean | null;
}

/** Returns at most `limit` alerts after a position, the newest first. */
export async function readAlerts(
  database: Database,
  filter: AlertsFilter,
  { limit, after }: { limit: number; after: AlertPosition | null },
): Promise<AlertRow[]> {
  const place = after === null ? null : { at: after.openedAt, id: after.id };
  return pageAfter(alertsOf(database, filter), ["opened_at", "id"], place).limit(limit).execute();
}

export async function countAlerts(
  database: Database,
  { organization, isClosed }: AlertsFilter,
): Promise<number> {
  let query = tables(database, ALERTS)
    .selectFrom("alerts")
    .select(({ fn }) => fn.countAll<number | string>().as("alerts"))
    .where("organization", "=", organization);
  if (isClosed !== null) query = query.where("is_closed", "=", Number(isClosed));
  return Number((await query.executeTakeFirstOrThrow()).alerts);
}

/** Deletes alerts that were closed before a time. */
export async function deleteClosedBefore(
  transaction: Database,
  organization: string,
  before: Instant,
): Promise<void> {
  await tables(transaction, ALERTS)
    .deleteFrom("alerts")
    .where("organization", "=", organization)
    .where("is_closed", "=", 1)
    .where("closed_at", "<", before)
    .execute();
}

function alertsOf(database: Database, { organization, isClosed }: AlertsFilter) {
  const all = tables(database, ALERTS)
    .selectFrom("alerts")
    .selectAll()
    .where("organization", "=", organization);
  return isClosed === null ? all : all.where("is_closed", "=", Number(isClosed));
}
