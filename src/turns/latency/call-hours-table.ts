/** The rows of model calls: one per session, hour and model, each with its calls. */
import { type Database, tables } from "../../database/open.ts";
import type { TableSet } from "../../database/prepare.ts";
import { replaceSessionRows } from "../../database/session-rows-table.ts";
import { HOUR, type Milliseconds } from "../../vocabulary/units.ts";
import type { CallHour, TimedCall } from "./call-hours.ts";

interface CallHourRow {
  organization: string;
  session: string;
  developer: string;
  hour: Milliseconds;
  model: string | null;
  /** JSON: for each call its start after the hour's, 1 when it failed, and its duration. */
  calls: string;
}

type PackedCall = [startMs: Milliseconds, failed: 0 | 1, durationMs: Milliseconds | null];

interface CallHourTables {
  call_hours: CallHourRow;
}

export const callHourTables: TableSet = {
  name: "call_hours",
  tables: ["call_hours"],
  kept: false,
  migrations: [createTables],
};

async function createTables(database: Database): Promise<void> {
  const { schema } = tables<CallHourTables>(database);
  await schema
    .createTable("call_hours")
    .addColumn("organization", "text", (column) => column.notNull())
    .addColumn("session", "text", (column) => column.notNull())
    .addColumn("developer", "text", (column) => column.notNull())
    .addColumn("hour", "integer", (column) => column.notNull())
    .addColumn("model", "text")
    .addColumn("calls", "text", (column) => column.notNull())
    .execute();
  const indexes = { session: ["session"], hour: ["hour"], developer: ["developer", "hour"] };
  for (const [name, columns] of Object.entries(indexes)) {
    await schema
      .createIndex(`call_hours_by_${name}`)
      .on("call_hours")
      .columns(["organization", ...columns])
      .execute();
  }
}

/** One session's calls, and whose they are. */
export interface SessionCalls {
  organization: string;
  session: string;
  developer: string;
  hours: readonly CallHour[];
}

/** Puts the calls of sessions in the place of those they had. */
export async function saveCallHours(database: Database, sessions: readonly SessionCalls[]): Promise<void> {
  const rows = sessions.flatMap((one) => one.hours.map((hour) => rowOf(one, hour)));
  await replaceSessionRows(tables<CallHourTables>(database), "call_hours", { sessions, rows });
}

function rowOf(
  { organization, session, developer }: SessionCalls,
  { hour, model, calls }: CallHour,
): CallHourRow {
  const packed = JSON.stringify(calls.map((call) => pack(call, hour)));
  return { organization, session, developer, hour, model, calls: packed };
}

function pack({ startedAt, failed, durationMs }: TimedCall, hour: Milliseconds): PackedCall {
  return [startedAt - hour, failed ? 1 : 0, durationMs];
}

function unpack([startMs, failed, durationMs]: PackedCall, hour: Milliseconds): TimedCall {
  return { startedAt: hour + startMs, failed: failed === 1, durationMs };
}

/** Which calls are wanted. */
export interface CallsFilter {
  organization: string;
  /** null for everybody's. */
  developers: readonly string[] | null;
  /** null for every model. */
  model: string | null;
  /** Calls of hours that end after this time… */
  from: Milliseconds;
  /** …and start before this one. */
  to: Milliseconds;
}

function filtered(database: Database, filter: CallsFilter) {
  let query = tables<CallHourTables>(database)
    .selectFrom("call_hours")
    .where("organization", "=", filter.organization)
    .where("hour", ">", filter.from - HOUR)
    .where("hour", "<", filter.to);
  if (filter.developers !== null) query = query.where("developer", "in", filter.developers);
  return filter.model === null ? query : query.where("model", "=", filter.model);
}

/** Gives: the calls of every hour that the window touches, an hour and model possibly in several pieces. */
export async function readCallHours(database: Database, filter: CallsFilter): Promise<CallHour[]> {
  const rows = await filtered(database, filter).select(["hour", "model", "calls"]).execute();
  return rows.map(({ hour, model, calls }) => ({
    hour,
    model,
    calls: (JSON.parse(calls) as PackedCall[]).map((call) => unpack(call, hour)),
  }));
}

/** Gives: the first and last hour with calls; null when there is none. */
export async function readHourExtent(
  database: Database,
  filter: CallsFilter,
): Promise<{ first: Milliseconds; last: Milliseconds } | null> {
  const byTime = filtered(database, filter).select("hour").limit(1);
  const first = await byTime.orderBy("hour").executeTakeFirst();
  const last = await byTime.orderBy("hour", "desc").executeTakeFirst();
  return first === undefined || last === undefined ? null : { first: first.hour, last: last.hour };
}
