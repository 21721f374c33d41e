/** Finds the slowest turns of a window without looking at all of them. */
import { sql } from "kysely";
import type { Database } from "../../database/open.ts";
import { tables } from "../../database/table-shape.ts";
import { totalOf } from "../../database/total.ts";
import { inWindow, type WindowFilter } from "../../database/window.ts";
import { type TurnRow, TURNS } from "../create-tables.ts";
import type { Milliseconds } from "../../vocabulary/units.ts";
import type { SlowestPosition } from "./slowest-answer.ts";
import { dayOf } from "../table.ts";

/** Which of them are wanted. */
interface SlowestPart {
  limit: number;
  after: SlowestPosition | null;
}

function filtered(database: Database, filter: WindowFilter) {
  return inWindow(tables(database, TURNS).selectFrom("turns"), filter, "started_at");
}

/** Returns at most `limit` turns, the slowest first; of equally slow ones the latest. */
export async function readSlowest(
  database: Database,
  filter: WindowFilter,
  part: SlowestPart,
): Promise<TurnRow[]> {
  // One developer's turns are few enough to sort; everybody's are found day by day, each day's slowest first.
  return filter.developers === null
    ? slowestByDay(database, filter, part)
    : slowestOf(database, filter, part);
}

function bySlowness(left: TurnRow, right: TurnRow): number {
  return (
    right.duration_ms - left.duration_ms ||
    right.started_at - left.started_at ||
    (left.event < right.event ? -1 : 1)
  );
}

function slowestOf(
  database: Database,
  filter: WindowFilter,
  { limit, after }: SlowestPart,
): Promise<TurnRow[]> {
  return filtered(database, filter)
    .selectAll()
    .$if(after !== null, (query) => query.where(isListedAfter(after)))
    .orderBy("duration_ms", "desc")
    .orderBy("started_at", "desc")
    .orderBy("event")
    .limit(limit)
    .execute();
}

async function slowestByDay(
  database: Database,
  filter: WindowFilter,
  { limit, after }: SlowestPart,
): Promise<TurnRow[]> {
  const byTime = filtered(database, filter).select("started_at").limit(1);
  const first = await byTime.orderBy("started_at").executeTakeFirst();
  const last = await byTime.orderBy("started_at", "desc").executeTakeFirst();
  if (first === undefined || last === undefined) return [];
  let rows: TurnRow[] = [];
  for (let day = dayOf(first.started_at); day <= dayOf(last.started_at); day += 1) {
    const least = rows[limit - 1]?.duration_ms ?? 0;
    const more = await slowestOfDay(database, filter, { day, limit, after, least });
    rows = [...rows, ...more].sort(bySlowness).slice(0, limit);
  }
  return rows;
}

function slowestOfDay(
  database: Database,
  filter: WindowFilter,
  { day, limit, after, least }: SlowestPart & { day: number; least: Milliseconds },
): Promise<TurnRow[]> {
  return tables(database, TURNS)
    .selectFrom("turns")
    .selectAll()
    .where("organization", "=", filter.organization)
    .where("day", "=", day)
    .where("duration_ms", ">=", least)
    .where("started_at", ">=", filter.from)
    .where("started_at", "<", filter.to)
    .$if(after !== null, (query) => query.where(isListedAfter(after)))
    .orderBy("duration_ms", "desc")
    .orderBy("started_at", "desc")
    .orderBy("event")
    .limit(limit)
    .execute();
}

function isListedAfter(after: SlowestPosition | null) {
  const { durationMs, startedAt, event } = after ?? { durationMs: 0, startedAt: 0, event: "" };
  return sql<boolean>`(duration_ms <= ${durationMs} and (duration_ms < ${durationMs} or
    started_at < ${startedAt} or (started_at = ${startedAt} and event > ${event})))`;
}

/** Returns how many turns match, as `totalOf` counts them. */
export function countTurns(database: Database, filter: WindowFilter): Promise<number | null> {
  return totalOf(database, filtered(database, filter).select("started_at"));
}
