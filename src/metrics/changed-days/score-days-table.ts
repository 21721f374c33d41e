/**
 * Each developer's days, packed for scoring, and which of them changed since.
 *
 * Whatever changes rows of metrics empties the packs of their days in the same transaction: a pack that is there says
 * what the rows say.
 */
import { sql } from "kysely";
import { bytes, count, orNull, text } from "../../database/columns.ts";
import { type Database, engineOf } from "../../database/engine.ts";
import type { TableSet } from "../../database/prepare.ts";
import { rowChunks } from "../../database/row-chunks.ts";
import { createTable, declareTable, type RowOf, tables } from "../../database/table-shape.ts";
import { DAY } from "../../vocabulary/units.ts";
import { METRICS_TABLE, type MetricsRow } from "../columns-table.ts";

/** One row for each developer and UTC day on which sub-sessions of theirs start. */
export const SCORE_DAYS = declareTable(
  "score_days",
  {
    organization: text(),
    developer: text(),
    /** Counted from 1970. */
    day: count(),
    /** As `packBlock` gives it; null when rows changed since, or before the first time. */
    packed: orNull(bytes()),
    /** The shape and the formulas that it was packed by. */
    packed_by: orNull(text()),
  },
  {
    unique: [["organization", "developer", "day"]],
    indexes: { score_days_by_day: ["organization", "day", "developer"] },
  },
);

export type ScoreDayRow = RowOf<typeof SCORE_DAYS>;

/** Kept, because it is not thrown away with what it is packed from: then its packs are emptied. */
export const scoreDayTables = {
  name: "score days",
  tables: [SCORE_DAYS],
  kept: true,
  migrations: [createTables, watchWithoutTriggers],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, SCORE_DAYS);
  await database.schema
    .createIndex("score_days_unpacked")
    .on("score_days")
    .column("day")
    .where(sql.ref("packed"), "is", null)
    .execute();
}

/** Until then triggers on the table of metrics emptied the packs. */
async function watchWithoutTriggers(database: Database): Promise<void> {
  await engineOf(database).dropTriggers(database, METRICS_TABLE);
  const view = tables(database, SCORE_DAYS, METRICS_TABLE);
  await view.deleteFrom("score_days").execute();
  await view
    .insertInto("score_days")
    .columns(["organization", "developer", "day"])
    .expression((metrics) =>
      metrics
        .selectFrom("metrics")
        .select((row) => ["organization", "developer", row("started_at", "/", row.lit(DAY)).as("day")])
        .distinct(),
    )
    .execute();
}

/** What of a row of metrics says whose day it belongs to. */
export type DayOfRow = Pick<MetricsRow, "organization" | "developer" | "started_at">;

/**
 * Empties the packs of the days on which these rows start.
 *
 * @param transaction - The transaction that changes the rows.
 */
export async function emptyDays(transaction: Database, rows: readonly DayOfRow[]): Promise<void> {
  const days = new Map<string, Pick<ScoreDayRow, "organization" | "developer" | "day">>();
  for (const { organization, developer, started_at } of rows) {
    const day = Math.floor(started_at / DAY);
    days.set(`${organization} ${developer} ${day}`, { organization, developer, day });
  }
  for (const chunk of rowChunks([...days.values()])) {
    await tables(transaction, SCORE_DAYS)
      .insertInto("score_days")
      .values(chunk)
      .onConflict((conflict) =>
        conflict.columns(["organization", "developer", "day"]).doUpdateSet({ packed: null }),
      )
      .execute();
  }
}

/** The same, of the days on which sub-sessions of the sessions start. */
export async function emptyDaysOf(
  transaction: Database,
  { organization, sessions }: { organization: string; sessions: readonly string[] },
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

/** Empties every day's pack. */
export async function emptyAllDays(transaction: Database): Promise<void> {
  await tables(transaction, SCORE_DAYS).updateTable("score_days").set({ packed: null }).execute();
}
