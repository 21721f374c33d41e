/** Starts a run of a schedule: the time range of its report, and where the report will be sent. */
import { randomUUID } from "node:crypto";
import { addJob } from "../../database/jobs/job-table.ts";
import type { Database } from "../../database/open.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { newDelivery } from "../integrations/sending/delivery.ts";
import { PLACES } from "../integrations/sending/place.ts";
import { deleteRuns, readRuns, type RunRow, SCHEDULE_RUNS } from "./runs-table.ts";
import type { ScheduleRow } from "./schedules-table.ts";
import { windowBefore } from "./window-before.ts";

/** How many runs of a schedule are kept: the newest. */
const MOST_RUNS = 100;

/** Why and when a run begins. */
interface Start {
  trigger: RunRow["trigger"];
  dueAt: Instant;
  now: Instant;
}

/**
 * Saves a new run, and deletes the oldest ones beyond those that are kept.
 *
 * @param schedule - A schedule with no run under way.
 */
export async function startRun(
  transaction: Database,
  schedule: ScheduleRow,
  { trigger, dueAt, now }: Start,
): Promise<RunRow> {
  const { id, organization, developer, labels, timezone, period: window, narrative } = schedule;
  const { from, to } = windowBefore({ timezone, window }, dueAt);
  const destinations = PLACES.parse(JSON.parse(schedule.destinations));
  const run = await addJob(transaction, SCHEDULE_RUNS, {
    id: randomUUID(),
    schedule: id,
    organization,
    developer,
    labels,
    trigger,
    due_at: dueAt,
    started_at: now,
    ended_at: null,
    window_from: from,
    window_to: to,
    narrative,
    status: "reporting",
    report: null,
    deliveries: JSON.stringify(destinations.map(newDelivery)),
  });
  const runs = await readRuns(transaction, id, { limit: MOST_RUNS + 1, after: null });
  const oldest = runs.slice(MOST_RUNS).map((old) => old.id);
  // a clock that was put back makes the new one the oldest
  await deleteRuns(
    transaction,
    oldest.filter((old) => old !== run.id),
  );
  return run;
}
