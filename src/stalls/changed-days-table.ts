/**
 * Each organization's days with the trouble that was found on them, and which days changed since.
 *
 * Whatever changes rows that trouble is found from empties their days in the same transaction. Later days rest on what
 * was usual then: these keep their answer until it is worked out again.
 */
import { sql } from "kysely";
import { count, json, orNull, text } from "../database/columns.ts";
import type { Database } from "../database/engine.ts";
import type { TableSet } from "../database/prepare.ts";
import { rowChunks } from "../database/row-chunks.ts";
import { createTable, declareTable, tables } from "../database/table-shape.ts";
import { CALL_HOURS } from "../turns/latency/call-hours-table.ts";
import { DAY, type Milliseconds } from "../vocabulary/units.ts";

/** One row for each organization and UTC day with model calls. */
export const TROUBLE_DAYS = declareTable(
  "trouble_days",
  {
    organization: text(),
    /** Counted from 1970. */
    day: count(),
    /** Null when rows changed since, or before the first time. */
    packed: orNull(json()),
    /** The formulas that it was found by. */
    packed_by: orNull(text()),
    /** 1 when a day before changed since. */
    outdated: count(),
  },
  { unique: [["organization", "day"]] },
);

/** Kept, because it is not thrown away with what it is found from: then its days are emptied. */
export const troubleDayTables = {
  name: "trouble days",
  tables: [TROUBLE_DAYS],
  kept: true,
  migrations: [createTables],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, TROUBLE_DAYS);
  await database.schema
    .createIndex("trouble_days_open")
    .on("trouble_days")
    .columns(["outdated", "day"])
    .where(sql.ref("outdated"), "=", 1)
    .execute();
  const view = tables(database, TROUBLE_DAYS, CALL_HOURS);
  await view
    .insertInto("trouble_days")
    .columns(["organization", "day", "outdated"])
    .expression((calls) =>
      calls
        .selectFrom("call_hours")
        .select((row) => [
          "organization",
          row("hour", "/", row.lit(DAY)).as("day"),
          row.lit(1).as("outdated"),
        ])
        .distinct(),
    )
    .execute();
}

/** For so many days a day's calls say what is usual. */
export const USUAL_DAYS = 14;

/** When something changed, and whose it is. */
export interface ChangedTime {
  organization: string;
  at: Milliseconds;
}

/** Empties the days on which something changed. Takes: the transaction that changes it. */
export async function emptyTroubleDays(
  transaction: Database,
  changes: readonly ChangedTime[],
): Promise<void> {
  const days = new Map<string, { organization: string; day: number }>();
  for (const { organization, at } of changes) {
    const day = Math.floor(at / DAY);
    days.set(`${organization} ${day}`, { organization, day });
  }
  const empty = [...days.values()].map((day) => ({ ...day, packed: null, outdated: 1 }));
  for (const chunk of rowChunks(empty)) {
    await tables(transaction, TROUBLE_DAYS)
      .insertInto("trouble_days")
      .values(chunk)
      .onConflict((conflict) =>
        conflict.columns(["organization", "day"]).doUpdateSet({ packed: null, outdated: 1 }),
      )
      .execute();
  }
  for (const { organization, day } of days.values()) await outdateAfter(transaction, organization, day);
}

async function outdateAfter(transaction: Database, organization: string, day: number): Promise<void> {
  await tables(transaction, TROUBLE_DAYS)
    .updateTable("trouble_days")
    .set({ outdated: 1 })
    .where("organization", "=", organization)
    .where("day", ">", day)
    .where("day", "<=", day + USUAL_DAYS)
    .where("outdated", "=", 0)
    .execute();
}

/** Empties every day of an organization; of all of them where none is named. */
export async function emptyEveryTroubleDay(
  transaction: Database,
  organization: string | null,
): Promise<void> {
  const all = tables(transaction, TROUBLE_DAYS)
    .updateTable("trouble_days")
    .set({ packed: null, outdated: 1 });
  await (organization === null ? all : all.where("organization", "=", organization)).execute();
}
