/** Finds the slowest turns of a window without looking at all of them. */
import { type Database, tables } from "../database/open.ts";
import type { Milliseconds } from "../vocabulary/units.ts";
import { dayOf, type TurnRow } from "./table.ts";

interface TurnTables {
  turns: TurnRow;
}

/** Which turns are wanted. */
export interface TurnsFilter {
  organization: string;
  /** null for everybody's. */
  developers: readonly string[] | null;
  /** Turns that start at or after this time… */
  from: Milliseconds;
  /** …and before this one. */
  to: Milliseconds;
}

function filtered(database: Database, filter: TurnsFilter) {
  const query = tables<TurnTables>(database)
    .selectFrom("turns")
    .where("organization", "=", filter.organization)
    .where("started_at", ">=", filter.from)
    .where("started_at", "<", filter.to);
  return filter.developers === null ? query : query.where("developer", "in", filter.developers);
}

/** Gives: at most `limit` turns, the slowest first; of equally slow ones the latest. */
export async function readSlowest(
  database: Database,
  filter: TurnsFilter,
  limit: number,
): Promise<TurnRow[]> {
  // One developer's turns are few enough to sort; everybody's are found day by day, each day's slowest first.
  const found =
    filter.developers === null ? slowestByDay(database, filter, limit) : slowestOf(database, filter, limit);
  return (await found).toSorted(bySlowness).slice(0, limit);
}

function bySlowness(one: TurnRow, other: TurnRow): number {
  return (
    other.duration_ms - one.duration_ms || other.started_at - one.started_at || (one.id < other.id ? -1 : 1)
  );
}

function slowestOf(database: Database, filter: TurnsFilter, limit: number): Promise<TurnRow[]> {
  return filtered(database, filter)
    .selectAll()
    .orderBy("duration_ms", "desc")
    .orderBy("started_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
}

async function slowestByDay(database: Database, filter: TurnsFilter, limit: number): Promise<TurnRow[]> {
  const extent = await filtered(database, filter)
    .select((row) => [row.fn.min("started_at").as("first"), row.fn.max("started_at").as("last")])
    .executeTakeFirst();
  if (extent === undefined || extent.first === null) return [];
  const rows: TurnRow[] = [];
  for (let day = dayOf(extent.first); day <= dayOf(extent.last); day += 1) {
    const query = filtered(database, filter).selectAll().where("day", "=", day);
    rows.push(
      ...(await query
        .orderBy("duration_ms", "desc")
        .orderBy("started_at", "desc")
        .orderBy("id")
        .limit(limit)
        .execute()),
    );
  }
  return rows;
}

/** Gives: how many turns match, counted to at most one more than `upTo`. */
export async function countTurns(database: Database, filter: TurnsFilter, upTo: number): Promise<number> {
  const some = filtered(database, filter)
    .select("id")
    .limit(upTo + 1)
    .as("some");
  const row = await tables<TurnTables>(database)
    .selectFrom(some)
    .select((one) => one.fn.countAll<number>().as("rows"))
    .executeTakeFirst();
  return Number(row?.rows ?? 0);
}
