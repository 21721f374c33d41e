/** What each session spent on each model, and what of it has no price. */
import type { SessionOf } from "../database/engine.ts";
import type { Database } from "../database/open.ts";
import { count, instant, orNull, text } from "../database/columns.ts";
import { createTable, declareTable, type RowOf, tables } from "../database/table-shape.ts";
import { inWindow, type WindowFilter } from "../database/window.ts";
import type { TableSet } from "../database/prepare.ts";
import { replaceSessionRows } from "../database/session-rows.ts";
import type { Instant, MicroUsd } from "../vocabulary/units.ts";
import type { ModelSpend } from "./spend.ts";
import type { SessionName } from "../vocabulary/held-name.ts";

export const MODEL_SPEND = declareTable(
  "model_spend",
  {
    organization: text(),
    session: text<SessionName>(),
    developer: text(),
    started_at: instant(),
    model: orNull(text()),
    calls: count(),
    unpriced_calls: count(),
    cost_micro_usd: count<MicroUsd>(),
    checked_calls: count(),
    reported_micro_usd: count<MicroUsd>(),
    computed_micro_usd: count<MicroUsd>(),
  },
  {
    owner: ["session", "developer"],
    indexes: {
      model_spend_by_session: ["session"],
      model_spend_by_started_at: ["organization", "started_at"],
    },
  },
);

export type SpendRow = RowOf<typeof MODEL_SPEND>;

export const spendTables = {
  name: "spend",
  tables: [MODEL_SPEND],
  kept: false,
  shape: 1,
  create: createTables,
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, MODEL_SPEND);
}

/** What one session spent, and whose it is. */
export interface SessionSpend {
  organization: string;
  session: SessionName;
  developer: string;
  /** null for a session without turns, which spent nothing. */
  startedAt: Instant | null;
  models: readonly ModelSpend[];
}

/** The rows of what sessions spent. */
export function spendRows(sessions: readonly SessionSpend[]): SpendRow[] {
  return sessions.flatMap(rowsOf);
}

/** Replaces what sessions spent. */
export async function saveSpend(
  database: Database,
  sessions: readonly SessionOf[],
  rows: readonly SpendRow[],
): Promise<void> {
  await replaceSessionRows(database, MODEL_SPEND, { sessions, rows });
}

function rowsOf({ startedAt, models, ...session }: SessionSpend): SpendRow[] {
  if (startedAt === null) return [];
  return models.map((spend) => ({
    ...session,
    started_at: startedAt,
    model: spend.model,
    calls: spend.calls,
    unpriced_calls: spend.unpricedCalls,
    cost_micro_usd: spend.cost,
    checked_calls: spend.checkedCalls,
    reported_micro_usd: spend.reported,
    computed_micro_usd: spend.computed,
  }));
}

/**
 * Returns how many sessions cost more than the limit, and how many there are.
 *
 * @remarks Takes a window of sessions' starts.
 */
export async function countSessionsAbove(
  database: Database,
  filter: WindowFilter,
  limit: MicroUsd,
): Promise<{ above: number; all: number }> {
  const costs = await inWindow(tables(database, MODEL_SPEND).selectFrom("model_spend"), filter, "started_at")
    .select(({ fn }) => fn.sum<number | string>("cost_micro_usd").as("cost"))
    .groupBy(["organization", "session"])
    .execute();
  return { above: costs.filter(({ cost }) => Number(cost) > limit).length, all: costs.length };
}
