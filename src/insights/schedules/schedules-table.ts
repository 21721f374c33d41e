/** The rows of schedules. */
import { count, instant, json, orNull, text } from "../../database/columns.ts";
import type { Database } from "../../database/open.ts";
import type { TableSet } from "../../database/prepare.ts";
import { createTable, declareTable, type RowOf, tables } from "../../database/table-shape.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { SCHEDULE_RUNS } from "./runs-table.ts";
import type { ScheduleWindow } from "./window-before.ts";
import { heldHere } from "../../database/leases/held-table.ts";

/** What is made when, of whom, and sent to where. */
export const SCHEDULES = declareTable(
  "schedules",
  {
    id: text(),
    organization: text(),
    name: text(),
    cron: text(),
    timezone: text(),
    period: text<ScheduleWindow>(),
    /** Of whom the report is, by the id of then; null for everybody. */
    developer: orNull(text()),
    /** JSON list of the labels that its reports' sessions have. */
    labels: json(),
    /** 1 when the judge model is to write about its reports. */
    narrative: count(),
    /** JSON: `PLACES`. */
    destinations: json(),
    created_at: instant(),
    /** null while it is paused. */
    next_run_at: orNull(instant()),
    /** The time after which `next_run_at` is the first firing. */
    counted_from: instant(),
  },
  {
    owner: ["developer"],
    key: ["id"],
    indexes: {
      schedules_by_created_at_id: ["organization", "created_at", "id"],
      schedules_by_next_run_at: ["next_run_at"],
    },
  },
);

export type ScheduleRow = RowOf<typeof SCHEDULES>;

export const scheduleTables = {
  name: "schedules",
  tables: [SCHEDULES, SCHEDULE_RUNS],
  kept: true,
  migrations: [createTables],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, SCHEDULES);
  await createTable(database, SCHEDULE_RUNS);
}

/** Keeps a new schedule. */
export async function insertSchedule(transaction: Database, row: ScheduleRow): Promise<void> {
  await tables(transaction, SCHEDULES).insertInto("schedules").values(row).execute();
}

/** Keeps what changed of a schedule; one that is gone stays so. */
export async function updateSchedule(
  transaction: Database,
  id: string,
  change: Partial<ScheduleRow>,
): Promise<void> {
  await tables(transaction, SCHEDULES).updateTable("schedules").set(change).where("id", "=", id).execute();
}

/** Deletes a schedule with its history. */
export async function deleteSchedule(transaction: Database, id: string): Promise<void> {
  const view = tables(transaction, SCHEDULES, SCHEDULE_RUNS);
  await view.deleteFrom("schedule_runs").where("schedule", "=", id).execute();
  await view.deleteFrom("schedules").where("id", "=", id).execute();
}

/** Returns null when the organization has none with that id. */
export async function findSchedule(
  database: Database,
  { organization, id }: { organization: string; id: string },
): Promise<ScheduleRow | null> {
  const row = await tables(database, SCHEDULES)
    .selectFrom("schedules")
    .selectAll()
    .where("organization", "=", organization)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns all schedules of an organization, the oldest first. */
export async function readSchedules(database: Database, organization: string): Promise<ScheduleRow[]> {
  return tables(database, SCHEDULES)
    .selectFrom("schedules")
    .selectAll()
    .where("organization", "=", organization)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Returns schedules whose time has come and that have no run under way, the longest due first. */
export async function readDueSchedules(
  database: Database,
  now: Instant,
  limit: number,
): Promise<ScheduleRow[]> {
  const view = tables(database, SCHEDULES, SCHEDULE_RUNS);
  const busy = view.selectFrom("schedule_runs").select("schedule").where("ended_at", "is", null);
  return view
    .selectFrom("schedules")
    .selectAll()
    .where("next_run_at", "<=", now)
    .$call(heldHere(database, "organization"))
    .where("id", "not in", busy)
    .orderBy("next_run_at")
    .limit(limit)
    .execute();
}

/** Returns schedules whose next run was computed when the clock showed a later time. */
export async function readCountedAfter(
  database: Database,
  time: Instant,
  limit: number,
): Promise<ScheduleRow[]> {
  return tables(database, SCHEDULES)
    .selectFrom("schedules")
    .selectAll()
    .where("next_run_at", "is not", null)
    .where("counted_from", ">", time)
    .$call(heldHere(database, "organization"))
    .limit(limit)
    .execute();
}

/** Returns when the next schedule is due; null when none is, or all are paused. */
export async function readNextRunAt(database: Database): Promise<Instant | null> {
  const row = await tables(database, SCHEDULES)
    .selectFrom("schedules")
    .select("next_run_at")
    .where("next_run_at", "is not", null)
    .$call(heldHere(database, "organization"))
    .orderBy("next_run_at")
    .limit(1)
    .executeTakeFirst();
  return row?.next_run_at ?? null;
}
