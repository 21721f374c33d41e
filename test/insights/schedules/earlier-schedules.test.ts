/** Schedules that an earlier version kept go on as they were. */
import { expect, test } from "bun:test";
import { openDatabase } from "../../../src/database/open.ts";
import { prepareTables } from "../../../src/database/prepare.ts";
import { tables, withoutColumns } from "../../../src/database/table-shape.ts";
import { findRun, SCHEDULE_RUNS } from "../../../src/insights/schedules/runs-table.ts";
import { findSchedule, SCHEDULES, scheduleTables } from "../../../src/insights/schedules/schedules-table.ts";

test("a schedule from before there was a choice still asks for words, and so does its run under way", async () => {
  const database = openDatabase(":memory:", "write");
  const { migrations } = scheduleTables;
  await prepareTables(database, [{ ...scheduleTables, migrations: migrations.slice(0, 1) }]);
  const whose = { organization: "o", developer: null };
  const schedule = { id: "s", ...whose, name: "Weekly", cron: "0 8 * * 1", timezone: "UTC", period: "week" };
  const times = { created_at: 1, next_run_at: 9, counted_from: 1 };
  const earlier = tables(
    database,
    withoutColumns(SCHEDULES, ["narrative"]),
    withoutColumns(SCHEDULE_RUNS, ["narrative"]),
  );
  await earlier
    .insertInto("schedules")
    .values({ ...schedule, ...times, destinations: "[]" })
    .execute();
  const run = { id: "r", schedule: "s", ...whose, trigger: "schedule", due_at: 2, started_at: 2 };
  const came = { ended_at: null, status: "reporting", report: null, error: null, deliveries: "[]" };
  await earlier
    .insertInto("schedule_runs")
    .values({ ...run, ...came, window_from: 0, window_to: 1 })
    .execute();
  await prepareTables(database, [scheduleTables]);
  expect(await findSchedule(database, { organization: "o", id: "s" })).toMatchObject({
    name: "Weekly",
    next_run_at: 9,
    narrative: 1,
  });
  expect(await findRun(database, "r")).toMatchObject({ schedule: "s", narrative: 1 });
  await database.destroy();
});
