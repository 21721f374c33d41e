/** Answers which schedules there are, when each runs, and what became of its runs. */
import { labelText } from "../../vocabulary/labels/label.ts";
import { keptLabels } from "../../vocabulary/labels/kept-labels.ts";
import type { Database } from "../../database/open.ts";
import { describeDeveloper } from "../../identity/developers/answer.ts";
import { type ReadScope, type RowsToRead, rowsToRead } from "../../identity/scope.ts";
import { cutPage } from "../../vocabulary/page.ts";
import { isoTime } from "../../vocabulary/times.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { parseDeliveries } from "../integrations/sending/delivery.ts";
import { namePlace, readWebhookNames, type WebhookNames } from "../integrations/sending/name-places.ts";
import { PLACES } from "../integrations/sending/place.ts";
import { countRuns, readRuns, type RunRow } from "./runs-table.ts";
import {
  type RunAnswer,
  type RunPosition,
  type ScheduleAnswer,
  type SchedulePosition,
  type ScheduleQuery,
} from "./schedule.ts";
import { findSchedule, readSchedules, type ScheduleRow } from "./schedules-table.ts";

/** Asks for a page of schedules. */
export interface SchedulesQuery {
  scope: ReadScope;
  /** Only those about this one: an id or an e-mail; null for all. */
  developer: string | null;
  limit: number;
  after: SchedulePosition | null;
}

/** Reads one page. A key that reads only one developer gets the schedules that report on that one. */
export async function listSchedules(
  database: Database,
  { scope, developer, limit, after }: SchedulesQuery,
): Promise<{ schedules: ScheduleAnswer[]; total: number; next: SchedulePosition | null }> {
  const readable = await rowsToRead(database, scope, developer);
  if (readable === null) return { schedules: [], total: 0, next: null };
  const all = (await readSchedules(database, scope.organizationId)).filter((row) => mayRead(readable, row));
  const left = all.filter((row) => after === null || comesAfter(row, after));
  const { rows, next } = cutPage(left, limit, ({ created_at: createdAt, id }) => ({ createdAt, id }));
  const names = await readWebhookNames(database, scope.organizationId);
  const schedules: ScheduleAnswer[] = [];
  for (const row of rows) schedules.push(await describeSchedule(database, row, { ...readable, names }));
  return { schedules, total: all.length, next };
}

/** Returns null for one that is unknown or may not be read. */
export async function readSchedule(database: Database, query: ScheduleQuery): Promise<ScheduleAnswer | null> {
  const found = await findReadable(database, query);
  if (found === null) return null;
  const names = await readWebhookNames(database, query.scope.organizationId);
  return describeSchedule(database, found.row, { ...found.readable, names });
}

/** Asks for a page of a schedule's runs. */
export interface RunsQuery extends ScheduleQuery {
  limit: number;
  after: RunPosition | null;
}

/**
 * Reads one page, the newest first.
 *
 * @returns null for a schedule that is unknown or may not be read.
 */
export async function listRuns(
  database: Database,
  { limit, after, ...query }: RunsQuery,
): Promise<{ runs: RunAnswer[]; total: number; next: RunPosition | null } | null> {
  const found = await findReadable(database, query);
  if (found === null) return null;
  const { id } = found.row;
  const { rows, next } = cutPage(
    await readRuns(database, id, { limit: limit + 1, after }),
    limit,
    ({ started_at: startedAt, id: last }) => ({ startedAt, id: last }),
  );
  const names = await readWebhookNames(database, query.scope.organizationId);
  return { runs: rows.map((row) => describeRun(row, names)), total: await countRuns(database, id), next };
}

async function findReadable(
  database: Database,
  { scope, id }: ScheduleQuery,
): Promise<{ row: ScheduleRow; readable: RowsToRead } | null> {
  const readable = await rowsToRead(database, scope, null);
  const row = await findSchedule(database, { organization: scope.organizationId, id });
  return readable === null || row === null || !mayRead(readable, row) ? null : { row, readable };
}

function mayRead({ developerIds }: RowsToRead, { developer }: ScheduleRow): boolean {
  return developerIds === null || (developer !== null && developerIds.includes(developer));
}

function comesAfter({ created_at, id }: ScheduleRow, after: SchedulePosition): boolean {
  return created_at > after.createdAt || (created_at === after.createdAt && id > after.id);
}

async function describeSchedule(
  database: Database,
  row: ScheduleRow,
  { developers, names }: Pick<RowsToRead, "developers"> & { names: WebhookNames },
): Promise<ScheduleAnswer> {
  const { id, name, cron, timezone, period: window, next_run_at } = row;
  const [last] = await readRuns(database, id, { limit: 1, after: null });
  const developer = row.developer === null ? undefined : developers.get(row.developer);
  return {
    id,
    name,
    cron,
    timezone,
    window,
    developer: developer === undefined ? null : describeDeveloper(developer),
    labels: keptLabels(row.labels).map(labelText),
    narrative: row.narrative === 1,
    destinations: PLACES.parse(JSON.parse(row.destinations)).map((place) => namePlace(place, names)),
    enabled: next_run_at !== null,
    nextRunAt: formatOrNull(next_run_at),
    lastRun: last === undefined ? null : describeRun(last, names),
  };
}

/** A run as answers show it. */
export function describeRun(row: RunRow, names: WebhookNames): RunAnswer {
  const { id, trigger, status, report, reason } = row;
  return {
    id,
    trigger,
    dueAt: isoTime(row.due_at),
    startedAt: isoTime(row.started_at),
    endedAt: formatOrNull(row.ended_at),
    from: isoTime(row.window_from),
    to: isoTime(row.window_to),
    status,
    reportId: report,
    error: reason,
    deliveries: parseDeliveries(row).map(
      ({ destination, status: reached, tries, nextTryAt, error: failure }) => ({
        ...namePlace(destination, names),
        status: reached,
        tries,
        nextTryAt: formatOrNull(nextTryAt),
        error: failure,
      }),
    ),
  };
}

function formatOrNull(at: Instant | null): string | null {
  return at === null ? null : isoTime(at);
}
