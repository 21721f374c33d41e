/** The rows of runs: what became of each firing of a schedule, the newest of them kept. */
import { pageAfter } from "../../database/window.ts";
import { count, instant, json, orNull, text } from "../../database/columns.ts";
import type { Database } from "../../database/open.ts";
import { rowChunks } from "../../database/row-chunks.ts";
import { declareJob } from "../../database/jobs/job-table.ts";
import { type RowOf, tables } from "../../database/table-shape.ts";
import type { RUN_TRIGGERS, RunPosition, RunStatus } from "./schedule.ts";

/** Runs of schedules. */
export const SCHEDULE_RUNS = declareJob(
  "schedule_runs",
  {
    schedule: text(),
    organization: text(),
    /** That of the schedule, with which its runs are purged. */
    developer: orNull(text()),
    trigger: text<(typeof RUN_TRIGGERS)[number]>(),
    due_at: instant(),
    started_at: instant(),
    ended_at: orNull(instant()),
    window_from: instant(),
    window_to: instant(),
    /** Those of the schedule when the run began, and the next. */
    labels: json(),
    narrative: count(),
    status: text<RunStatus>(),
    /** Which report it asked for; null before. */
    report: orNull(text()),
    /** JSON: `DELIVERIES`. */
    deliveries: json(),
  },
  {
    open: ["reporting", "delivering"],
    owner: ["developer"],
    indexes: {
      schedule_runs_by_started_at_id: ["schedule", "started_at", "id"],
      schedule_runs_by_ended_at: ["ended_at"],
    },
  },
);

export type RunRow = RowOf<typeof SCHEDULE_RUNS>;

/** Returns at most `limit` runs of a schedule after a position, the newest first. */
export async function readRuns(
  database: Database,
  schedule: string,
  { limit, after }: { limit: number; after: RunPosition | null },
): Promise<RunRow[]> {
  const runs = tables(database, SCHEDULE_RUNS)
    .selectFrom("schedule_runs")
    .selectAll()
    .where("schedule", "=", schedule);
  const place = after === null ? null : { at: after.startedAt, id: after.id };
  return pageAfter(runs, ["started_at", "id"], place).limit(limit).execute();
}

/** Returns how many runs of a schedule are kept. */
export async function countRuns(database: Database, schedule: string): Promise<number> {
  const { runs } = await tables(database, SCHEDULE_RUNS)
    .selectFrom("schedule_runs")
    .select(({ fn }) => fn.countAll<number | string>().as("runs"))
    .where("schedule", "=", schedule)
    .executeTakeFirstOrThrow();
  return Number(runs);
}

/** Forgets runs. */
export async function deleteRuns(transaction: Database, ids: readonly string[]): Promise<void> {
  for (const chunk of rowChunks(ids))
    await tables(transaction, SCHEDULE_RUNS).deleteFrom("schedule_runs").where("id", "in", chunk).execute();
}
