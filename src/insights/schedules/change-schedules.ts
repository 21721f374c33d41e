/** Makes, changes and deletes schedules, and runs them at once. */
import { randomUUID } from "node:crypto";
import type { Database } from "../../database/open.ts";
import { readOpenJobs } from "../../database/jobs/job-table.ts";
import { inTransaction } from "../../database/transaction.ts";
import { findDeveloper, idsOf, readDevelopers } from "../../identity/developers/directory.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { labelsKept } from "../../vocabulary/labels/kept-labels.ts";
import { labelsAsked } from "../../vocabulary/labels/label.ts";
import { isBeingPurged } from "../governance/being-purged.ts";
import { readWebhookNames } from "../integrations/sending/name-places.ts";
import { placeOf } from "../integrations/sending/place.ts";
import { namesUnknownWebhook } from "../integrations/sending/unknown-places.ts";
import { nextFiring, readTiming, type Timing, type TimingProblem } from "./firings.ts";
import { describeRun } from "./list-schedules.ts";
import { SCHEDULE_RUNS } from "./runs-table.ts";
import type { RunAnswer, ScheduleChange, ScheduleWish } from "./schedule.ts";
import {
  deleteSchedule,
  findSchedule,
  insertSchedule,
  readSchedules,
  type ScheduleRow,
  updateSchedule,
} from "./schedules-table.ts";
import { startRun } from "./start-run.ts";

/** An organization has no more. */
export const MOST_SCHEDULES = 100;

/** Which schedule is meant. */
export interface ScheduleName {
  organizationId: string;
  id: string;
}

/** A schedule to make. */
export interface MakeRequest {
  organizationId: string;
  wish: ScheduleWish;
}

/** What to change of a schedule. */
export interface ChangeRequest extends ScheduleName {
  change: ScheduleChange;
}

type WishProblem = TimingProblem | { kind: "unknown_developer" | "unknown_webhook" };

/**
 * Makes a schedule.
 *
 * @returns Its id.
 */
export async function makeSchedule(
  database: Database,
  { organizationId, wish }: MakeRequest,
  now: Instant,
): Promise<Result<string, WishProblem | { kind: "too_many" }>> {
  return inTransaction(database, "full", async (transaction) => {
    const others = await readSchedules(transaction, organizationId);
    if (others.length >= MOST_SCHEDULES) return fail({ kind: "too_many" });
    const timing = readTiming(wish, now);
    if (!timing.ok) return timing;
    const developer = await resolveDeveloper(transaction, organizationId, wish.developer ?? null);
    if (!developer.ok) return developer;
    if (await namesUnknownWebhook(transaction, organizationId, wish.destinations))
      return fail({ kind: "unknown_webhook" });
    const id = randomUUID();
    await insertSchedule(transaction, {
      id,
      organization: organizationId,
      name: wish.name,
      ...timing.value,
      period: wish.window,
      developer: developer.value,
      labels: labelsKept(labelsAsked(wish.labels)),
      narrative: Number(wish.narrative),
      destinations: keepDestinations(wish.destinations),
      created_at: now,
      next_run_at: wish.enabled ? nextFiring(timing.value, now) : null,
      counted_from: now,
    });
    return succeed(id);
  });
}

/** Changes a schedule; a run that is under way goes on as it began. */
export async function changeSchedule(
  database: Database,
  { organizationId, id, change }: ChangeRequest,
  now: Instant,
): Promise<Result<void, WishProblem | { kind: "unknown_schedule" }>> {
  return inTransaction(database, "full", async (transaction) => {
    const row = await findSchedule(transaction, { organization: organizationId, id });
    if (row === null) return fail({ kind: "unknown_schedule" });
    const { cron = row.cron, timezone = row.timezone } = change;
    const timing = readTiming({ cron, timezone }, now);
    if (!timing.ok) return timing;
    const { developer: wanted = row.developer } = change;
    const developer = await resolveDeveloper(transaction, organizationId, wanted);
    if (!developer.ok) return developer;
    if (await namesUnknownWebhook(transaction, organizationId, change.destinations))
      return fail({ kind: "unknown_webhook" });
    await updateSchedule(transaction, id, {
      ...changedContent(row, change),
      ...timing.value,
      developer: developer.value,
      ...nextRun(row, { timing: timing.value, enabled: change.enabled, now }),
    });
    return succeed(undefined);
  });
}

function changedContent(
  row: ScheduleRow,
  { name = row.name, window: period = row.period, labels, narrative, destinations }: ScheduleChange,
): Pick<ScheduleRow, "name" | "period" | "labels" | "narrative" | "destinations"> {
  return {
    name,
    period,
    labels: labels === undefined ? row.labels : labelsKept(labelsAsked(labels)),
    narrative: narrative === undefined ? row.narrative : Number(narrative),
    destinations: destinations === undefined ? row.destinations : keepDestinations(destinations),
  };
}

/** Another time, or the end of a pause, is counted from now; any other change leaves the next run where it is. */
function nextRun(
  row: ScheduleRow,
  { timing, enabled, now }: { timing: Timing; enabled: boolean | undefined; now: Instant },
): Pick<ScheduleRow, "next_run_at" | "counted_from"> {
  const { next_run_at, counted_from } = row;
  const wasEnabled = next_run_at !== null;
  const isSameTime = timing.cron === row.cron && timing.timezone === row.timezone;
  if (enabled ?? wasEnabled) {
    if (wasEnabled && isSameTime) return { next_run_at, counted_from };
    return { next_run_at: nextFiring(timing, now), counted_from: now };
  }
  return { next_run_at: null, counted_from: now };
}

/** Deletes a schedule with its history; its reports stay. A run that is under way ends with it. */
export async function forgetSchedule(
  database: Database,
  { organizationId, id }: ScheduleName,
): Promise<Result<void, { kind: "unknown_schedule" }>> {
  return inTransaction(database, "full", async (transaction) => {
    const row = await findSchedule(transaction, { organization: organizationId, id });
    if (row === null) return fail({ kind: "unknown_schedule" });
    await deleteSchedule(transaction, id);
    return succeed(undefined);
  });
}

/** Runs a schedule now, paused or not; its next run stays where it is. */
export async function runSchedule(
  database: Database,
  { organizationId, id }: ScheduleName,
  now: Instant,
): Promise<Result<RunAnswer, { kind: "unknown_schedule" | "under_way" }>> {
  return inTransaction(database, "full", async (transaction) => {
    const row = await findSchedule(transaction, { organization: organizationId, id });
    if (row === null) return fail({ kind: "unknown_schedule" });
    const open = await readOpenJobs(transaction, SCHEDULE_RUNS);
    if (open.some(({ schedule }) => schedule === id)) return fail({ kind: "under_way" });
    const run = await startRun(transaction, row, { trigger: "request", dueAt: now, now });
    return succeed(describeRun(run, await readWebhookNames(transaction, organizationId)));
  });
}

function keepDestinations(wished: ScheduleWish["destinations"]): string {
  return JSON.stringify(wished.map(placeOf));
}

/** Returns null for everybody. */
async function resolveDeveloper(
  transaction: Database,
  organizationId: string,
  idOrEmail: string | null,
): Promise<Result<string | null, { kind: "unknown_developer" }>> {
  if (idOrEmail === null) return succeed(null);
  const found = await findDeveloper(transaction, { organizationId, idOrEmail });
  if (found === null) return fail({ kind: "unknown_developer" });
  const ids = idsOf(found.id, await readDevelopers(transaction, organizationId));
  if (await isBeingPurged(transaction, ids)) return fail({ kind: "unknown_developer" });
  return succeed(found.id);
}
