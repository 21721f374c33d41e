/**
 * Each developer's days with work, packed for scoring.
 *
 * Whatever changes rows of metrics empties their days in the same transaction.
 */
import type { Database } from "../../database/engine.ts";
import { daysSet, declareDays } from "../../database/days/days-table.ts";
import { emptyChangedDays } from "../../database/days/kept-days-table.ts";
import { rowChunks } from "../../database/row-chunks.ts";
import { tables } from "../../database/table-shape.ts";
import { METRICS_TABLE, type MetricsRow } from "../columns-table.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";

export const SCORE_DAYS = declareDays("score_days", { owner: ["developer"] });

export const scoreDayTables = daysSet("score days", SCORE_DAYS, {
  table: "metrics",
  time: "started_at",
  of: "each_developer",
});

/** The columns of a row of metrics that say whose day it belongs to. */
export type DayOfRow = Pick<MetricsRow, "organization" | "developer" | "started_at">;

/**
 * Empties the packs of the days on which these rows start.
 *
 * @param transaction - The transaction that changes the rows.
 */
export async function emptyDays(transaction: Database, rows: readonly DayOfRow[]): Promise<void> {
  const changes = rows.map(({ organization, developer, started_at: at }) => ({
    organization,
    developer,
    at,
  }));
  await emptyChangedDays(transaction, SCORE_DAYS, changes);
}

/** Empties the packs of the days on which sub-sessions of these sessions start. */
export async function emptyDaysOf(
  transaction: Database,
  { organization, sessions }: { organization: string; sessions: readonly SessionName[] },
): Promise<void> {
  for (const chunk of rowChunks(sessions)) {
    const rows = await tables(transaction, METRICS_TABLE)
      .selectFrom("metrics")
      .select(["organization", "developer", "started_at"])
      .where("organization", "=", organization)
      .where("session", "in", chunk)
      .execute();
    await emptyDays(transaction, rows);
  }
}
