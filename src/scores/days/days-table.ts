/** Reads and packs the rows of each developer's days. */
import type { Database } from "../../database/engine.ts";
import { tables } from "../../database/table-shape.ts";
import { inWindow } from "../../database/window.ts";
import { SCORE_DAYS, type ScoreDayRow } from "../../metrics/changed-days/score-days-table.ts";

/** Empties what is packed otherwise than days are packed by now. */
export async function emptyOutdated(transaction: Database, packedBy: string): Promise<void> {
  await tables(transaction, SCORE_DAYS)
    .updateTable("score_days")
    .set({ packed: null })
    .where("packed_by", "!=", packedBy)
    .execute();
}

/** Whose days are wanted, and which. */
export interface DaysFilter {
  organization: string;
  /** null for everybody's. */
  developers: readonly string[] | null;
  firstDay: number;
  lastDay: number;
}

/** Returns by day, then developer. */
export async function readScoreDays(
  database: Database,
  filter: DaysFilter,
): Promise<Pick<ScoreDayRow, "developer" | "day" | "packed">[]> {
  const days = { ...filter, from: filter.firstDay, to: filter.lastDay + 1 };
  return inWindow(tables(database, SCORE_DAYS).selectFrom("score_days"), days, "day")
    .select(["developer", "day", "packed"])
    .orderBy("day")
    .orderBy("developer")
    .execute();
}

/** A day by its place. */
export type ScoreDay = Pick<ScoreDayRow, "organization" | "developer" | "day">;

/** Returns at most `limit` days before the given one whose pack is empty. */
export async function findUnpacked(
  database: Database,
  { before, limit }: { before: number; limit: number },
): Promise<ScoreDay[]> {
  return tables(database, SCORE_DAYS)
    .selectFrom("score_days")
    .select(["organization", "developer", "day"])
    .where("packed", "is", null)
    .where("day", "<", before)
    .orderBy("day", "desc")
    .limit(limit)
    .execute();
}

/** Keeps a day's pack; null takes the day away, when nothing is left of it. */
export async function savePacked(
  database: Database,
  { organization, developer, day }: ScoreDay,
  pack: { packed: Uint8Array; packedBy: string } | null,
): Promise<void> {
  const view = tables(database, SCORE_DAYS);
  const place = { organization, developer, day };
  if (pack === null)
    await view
      .deleteFrom("score_days")
      .where((row) => row.and(place))
      .execute();
  else
    await view
      .updateTable("score_days")
      .set({ packed: pack.packed, packed_by: pack.packedBy })
      .where((row) => row.and(place))
      .execute();
}
