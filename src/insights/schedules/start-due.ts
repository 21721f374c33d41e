/** Starts the runs of schedules whose time has come. */
import type { Database } from "../../database/open.ts";
import { inTransaction } from "../../database/transaction.ts";
import { DAY, type Instant, type Milliseconds, MINUTE } from "../../vocabulary/units.ts";
import { lastFiring, nextFiring } from "./firings.ts";
import { readCountedAfter, readDueSchedules, type ScheduleRow, updateSchedule } from "./schedules-table.ts";
import { startRun } from "./start-run.ts";

/** In one step: few enough that it stays short. */
const AT_ONCE = 10;

/** A run that begins so late was missed. */
const LATE: Milliseconds = MINUTE;

/** A clock that is put back by less than this repeats no run; by more, it was wrong before. */
const LARGEST_STEP_BACK: Milliseconds = DAY;

/**
 * Starts a run of each schedule that is due, the last missed one when there were several. A schedule with a run under
 * way waits until that has ended.
 */
export async function startDue(database: Database, now: Instant): Promise<void> {
  const before = now + LARGEST_STEP_BACK;
  const isDue = (await readDueSchedules(database, now, 1)).length > 0;
  const isWrong = (await readCountedAfter(database, before, 1)).length > 0;
  if (!isDue && !isWrong) return;
  await inTransaction(database, "full", async (transaction) => {
    for (const schedule of await readCountedAfter(transaction, before, AT_ONCE))
      await countFrom(transaction, schedule, now);
    for (const schedule of await readDueSchedules(transaction, now, AT_ONCE))
      await start(transaction, schedule, now);
  });
}

async function start(transaction: Database, schedule: ScheduleRow, now: Instant): Promise<void> {
  const { next_run_at: firstDueAt } = schedule;
  const dueAt = lastFiring(schedule, now) ?? now;
  const isLate = firstDueAt !== null && now - firstDueAt >= LATE;
  await startRun(transaction, schedule, { trigger: isLate ? "missed" : "schedule", dueAt, now });
  await countFrom(transaction, schedule, now);
}

async function countFrom(transaction: Database, schedule: ScheduleRow, now: Instant): Promise<void> {
  const change = { next_run_at: nextFiring(schedule, now), counted_from: now };
  await updateSchedule(transaction, schedule.id, change);
}
