/** Reads and keeps what was found on each organization's days. */
import type { Database } from "../../database/engine.ts";
import { tables } from "../../database/table-shape.ts";
import { TROUBLE_DAYS } from "../../stalls/changed-days-table.ts";
import type { DayTrouble } from "./day.ts";

/** Another shape or another formula makes days of before useless. */
const PACKED_BY = "3";

/** Empties what was found otherwise than it is found by now. */
export async function emptyOutdatedDays(transaction: Database): Promise<void> {
  await tables(transaction, TROUBLE_DAYS)
    .updateTable("trouble_days")
    .set({ packed: null, outdated: 1 })
    .where("packed_by", "!=", PACKED_BY)
    .execute();
}

/** Gives: the days with model calls, in order; null for one that changed since. */
export async function readKeptDays(
  database: Database,
  { organization, firstDay, lastDay }: { organization: string; firstDay: number; lastDay: number },
): Promise<Map<number, DayTrouble | null>> {
  const rows = await tables(database, TROUBLE_DAYS)
    .selectFrom("trouble_days")
    .select(["day", "packed"])
    .where("organization", "=", organization)
    .where("day", ">=", firstDay)
    .where("day", "<=", lastDay)
    .orderBy("day")
    .execute();
  return new Map(
    rows.map(({ day, packed }) => [day, packed === null ? null : (JSON.parse(packed) as DayTrouble)]),
  );
}

/** Gives: at most `limit` days before the given one that are to be worked out, the earliest first. */
export async function findOutdatedDays(
  database: Database,
  { before, limit }: { before: number; limit: number },
): Promise<{ organization: string; day: number }[]> {
  return tables(database, TROUBLE_DAYS)
    .selectFrom("trouble_days")
    .select(["organization", "day"])
    .where("outdated", "=", 1)
    .where("day", "<", before)
    .orderBy("day")
    .limit(limit)
    .execute();
}

/** Keeps what was found on a day; a day on which nobody called a model is forgotten. */
export async function saveDay(
  transaction: Database,
  place: { organization: string; day: number },
  found: DayTrouble,
): Promise<void> {
  const view = tables(transaction, TROUBLE_DAYS);
  if (found.people.length === 0) {
    await view
      .deleteFrom("trouble_days")
      .where((row) => row.and(place))
      .execute();
    return;
  }
  await view
    .updateTable("trouble_days")
    .set({ packed: JSON.stringify(found), packed_by: PACKED_BY, outdated: 0 })
    .where((row) => row.and(place))
    .execute();
}
