/** Finds the slowest turns of a window without looking at all of them. */
import type { Database } from "../../database/open.ts";
import { tables } from "../../database/table-shape.ts";
import { totalOf } from "../../database/total.ts";
import { inWindow, type WindowFilter } from "../../database/window.ts";
import { type TurnRow, TURNS } from "../create-tables.ts";
import type { Milliseconds } from "../../vocabulary/units.ts";
import { dayOf } from "../table.ts";

function filtered(database: Database, filter: WindowFilter) {
  return inWindow(tables(database, TURNS).selectFrom("turns"), filter, "started_at");
}

/** Returns at most `limit` turns, the slowest first; of equally slow ones the latest. */
export async function readSlowest(
  database: Database,
  filter: WindowFilter,
  limit: number,
): Promise<TurnRow[]> {
  // One developer's turns are few enough to sort; everybody's are found day by day, each day's slowest first.
  return filter.developers === null
    ? slowestByDay(database, filter, limit)
    : slowestOf(database, filter, limit);
}

function bySlowness(left: TurnRow, right: TurnRow): number {
  return (
    right.duration_ms - left.duration_ms ||
    right.started_at - left.started_at ||
    (left.id < right.id ? -1 : 1)
  );
}

function slowestOf(database: Database, filter: WindowFilter, limit: number): Promise<TurnRow[]> {
  return filtered(database, filter)
    .selectAll()
    .orderBy("duration_ms", "desc")
    .orderBy("started_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
}

async function slowestByDay(database: Database, filter: WindowFilter, limit: number): Promise<TurnRow[]> {
  const byTime = filtered(database, filter).select("started_at").limit(1);
  const first = await byTime.orderBy("started_at").executeTakeFirst();
  const last = await byTime.orderBy("started_at", "desc").executeTakeFirst();
  if (first === undefined || last === undefined) return [];
  let rows: TurnRow[] = [];
  for (let day = dayOf(first.started_at); day <= dayOf(last.started_at); day += 1) {
    const least = rows[limit - 1]?.duration_ms ?? 0;
    const more = await slowestOfDay(database, filter, { day, limit, least });
    rows = [...rows, ...more].sort(bySlowness).slice(0, limit);
  }
  return rows;
}

function slowestOfDay(
  database: Database,
  filter: WindowFilter,
  { day, limit, least }: { day: number; limit: number; least: Milliseconds },
): Promise<TurnRow[]> {
  return tables(database, TURNS)
    .selectFrom("turns")
    .selectAll()
    .where("organization", "=", filter.organization)
    .where("day", "=", day)
    .where("duration_ms", ">=", least)
    .where("started_at", ">=", filter.from)
    .where("started_at", "<", filter.to)
    .orderBy("duration_ms", "desc")
    .orderBy("started_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Returns how many turns match, as `totalOf` counts them. */
export function countTurns(database: Database, filter: WindowFilter): Promise<number | null> {
  return totalOf(database, filtered(database, filter).select("started_at"));
}
