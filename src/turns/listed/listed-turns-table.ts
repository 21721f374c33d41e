/** Finds the turns of a window by their start. */
import type { Database } from "../../database/open.ts";
import { tables } from "../../database/table-shape.ts";
import { inWindow, pageAfter, type WindowFilter } from "../../database/window.ts";
import { type TurnRow, TURNS } from "../create-tables.ts";
import type { TurnPosition } from "./turn-row.ts";

/** Returns at most `limit` turns, the one that starts last first. */
export function findTurns(
  database: Database,
  filter: WindowFilter,
  { limit, after }: { limit: number; after: TurnPosition | null },
): Promise<TurnRow[]> {
  const place = after === null ? null : { at: after.startedAt, id: after.event };
  const query = inWindow(tables(database, TURNS).selectFrom("turns"), filter, "started_at").selectAll();
  return pageAfter(query, ["started_at", "event"], place).limit(limit).execute();
}
