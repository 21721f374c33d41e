/** The rows of model calls: one for each session, hour and model, with its calls. */
import { sql } from "kysely";
import type { SessionOf } from "../../database/engine.ts";
import type { Database } from "../../database/open.ts";
import { instant, json, orNull, text } from "../../database/columns.ts";
import { createTable, declareTable, type RowOf, tables } from "../../database/table-shape.ts";
import { inWindow, type WindowFilter } from "../../database/window.ts";
import type { TableSet } from "../../database/prepare.ts";
import { replaceSessionRows } from "../../database/session-rows.ts";
import { HOUR, type Instant, type Milliseconds, type Tokens } from "../../vocabulary/units.ts";
import type { CallHour, TimedCall } from "./call-hours.ts";
import { haveSameItems } from "../../vocabulary/sharing/per-object.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";

export const CALL_HOURS = declareTable(
  "call_hours",
  {
    organization: text(),
    session: text<SessionName>(),
    developer: text(),
    hour: instant(),
    model: orNull(text()),
    /** JSON: for each call what `PackedCall` says, times after the hour's start. */
    calls: json(),
  },
  {
    owner: ["session", "developer"],
    indexes: {
      call_hours_by_session: ["session"],
      call_hours_by_hour: ["organization", "hour"],
      call_hours_by_developer: ["organization", "developer", "hour"],
    },
  },
);

export type CallHourRow = RowOf<typeof CALL_HOURS>;

/** Rows of sessions that cannot be made again may end after the duration. */
type PackedCall = [
  startMs: Milliseconds,
  failed: 0 | 1,
  durationMs: Milliseconds | null,
  output?: Tokens | null,
  uncached?: Tokens | null,
  status?: number | null,
  spendLimit?: 0 | 1,
  /** How long before the start the first failure was over, and the statuses of all. */
  waited?: [beforeMs: Milliseconds, statuses: (number | null)[]],
];

export const callHourTables = {
  name: "call_hours",
  tables: [CALL_HOURS],
  kept: false,
  shape: 1,
  create: createTables,
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, CALL_HOURS);
}

/** One session's calls, and whose they are. */
export interface SessionCalls extends SessionOf {
  developer: string;
  hours: readonly CallHour[];
}

/** The rows of sessions' calls. */
export function callHourRows(sessions: readonly SessionCalls[]): CallHourRow[] {
  return sessions.flatMap((session) => session.hours.map((hour) => rowOf(session, hour)));
}

/**
 * Replaces the calls of sessions.
 *
 * @returns The removed and the new rows.
 */
export async function saveCallHours(
  database: Database,
  sessions: readonly SessionOf[],
  rows: readonly CallHourRow[],
): Promise<CallHourRow[]> {
  const { removed, added } = await replaceSessionRows(database, CALL_HOURS, { sessions, rows });
  return [...removed, ...added];
}

/** The rows of hours whose calls are the same, by the first of them. */
const known = new WeakMap<TimedCall, { calls: readonly TimedCall[]; row: CallHourRow }>();

function rowOf(whose: SessionCalls, callHour: CallHour): CallHourRow {
  const { calls } = callHour;
  const [first] = calls;
  const before = first === undefined ? undefined : known.get(first);
  const isKnown = before?.row.developer === whose.developer && haveSameItems(before.calls, calls);
  if (isKnown) return before.row;
  const row = newRow(whose, callHour);
  if (first !== undefined) known.set(first, { calls, row });
  return row;
}

function newRow(
  { organization, session, developer }: SessionCalls,
  { hour, model, calls }: CallHour,
): CallHourRow {
  const packed = JSON.stringify(calls.map((call) => pack(call, hour)));
  return { organization, session, developer, hour, model, calls: packed };
}

function pack(call: TimedCall, hour: Instant): PackedCall {
  const { startedAt, failed, durationMs, output, uncached, status, spendLimit, waited } = call;
  const packed = [startedAt - hour, failed ? 1 : 0, durationMs, output, uncached, status] as const;
  if (waited !== undefined) return [...packed, 0, [startedAt - waited.failedAt, waited.statuses]];
  return spendLimit === true ? [...packed, 1] : [...packed];
}

function unpack(packed: PackedCall, hour: Instant): TimedCall {
  const [startMs, failed, durationMs, output = null, uncached = null, status = null, limit, waited] = packed;
  const startedAt = hour + startMs;
  const call: TimedCall = { startedAt, failed: failed === 1, durationMs, output, uncached, status };
  if (limit === 1) call.spendLimit = true;
  if (waited !== undefined) call.waited = { failedAt: startedAt - waited[0], statuses: waited[1] };
  return call;
}

/** Which calls are requested: those of hours that the window touches. */
export interface CallsFilter extends WindowFilter {
  /** null for every model. */
  model: string | null;
}

function filtered(database: Database, filter: CallsFilter) {
  const touched = { ...filter, from: filter.from - HOUR + 1 };
  const query = inWindow(tables(database, CALL_HOURS).selectFrom("call_hours"), touched, "hour");
  return filter.model === null ? query : query.where("model", "=", filter.model);
}

/** Returns the calls of every hour that the window touches, an hour and model possibly in several pieces. */
export async function readCallHours(database: Database, filter: CallsFilter): Promise<CallHour[]> {
  const rows = await filtered(database, filter).select(["hour", "model", "calls"]).execute();
  return rows.map(({ hour, model, calls }) => ({
    hour,
    model,
    calls: (JSON.parse(calls) as PackedCall[]).map((call) => unpack(call, hour)),
  }));
}

/**
 * Reads how much was called of each model in a window.
 *
 * @returns for each model a weight without a unit that grows with its calls
 */
export async function readCallWeights(
  database: Database,
  filter: CallsFilter,
): Promise<[model: string | null, weight: number][]> {
  const rows = await filtered(database, filter)
    .select(["model", sql<number | string>`sum(length(calls))`.as("weight")])
    .groupBy("model")
    .execute();
  return rows.map(({ model, weight }) => [model, Number(weight)]);
}

/** Calls of one session, and whose they are. */
export interface OwnedCalls extends CallHour {
  session: SessionName;
  developer: string;
}

/** Returns the calls of every hour that begins in the window, by hour, session and model. */
export async function readOwnedCalls(database: Database, filter: WindowFilter): Promise<OwnedCalls[]> {
  const rows = await inWindow(tables(database, CALL_HOURS).selectFrom("call_hours"), filter, "hour")
    .select(["session", "developer", "hour", "model", "calls"])
    .orderBy("model", (order) => order.asc().nullsFirst())
    .execute();
  // days are packed in this order, the same one whatever the database
  return rows.toSorted(byHourAndSession).map(({ calls, ...owned }) => ({
    ...owned,
    calls: (JSON.parse(calls) as PackedCall[]).map((call) => unpack(call, owned.hour)),
  }));
}

function byHourAndSession(left: OwnedHour, right: OwnedHour): number {
  if (left.hour !== right.hour) return left.hour - right.hour;
  if (left.session === right.session) return 0;
  return left.session < right.session ? -1 : 1;
}

type OwnedHour = Pick<OwnedCalls, "hour" | "session">;

/** Returns the first and last hour with calls; null when there is none. */
export async function readHourExtent(
  database: Database,
  filter: CallsFilter,
): Promise<{ first: Instant; last: Instant } | null> {
  const byTime = filtered(database, filter).select("hour").limit(1);
  const first = await byTime.orderBy("hour").executeTakeFirst();
  const last = await byTime.orderBy("hour", "desc").executeTakeFirst();
  return first === undefined || last === undefined ? null : { first: first.hour, last: last.hour };
}
