/** Reads the sub-sessions of a window, with only the columns that a sum over them needs. */
import type { Database } from "../database/open.ts";
import { tables } from "../database/table-shape.ts";
import { inWindow, type WindowFilter } from "../database/window.ts";
import { METRICS_TABLE } from "./columns-table.ts";
import type { MetricsRow } from "./columns-table.ts";
import { SCORE_INPUTS } from "./table.ts";

/** What sums, and what is shown next to them, are computed from. */
export type SpentRow = Pick<
  MetricsRow,
  (typeof SCORE_INPUTS)[number] | "change_turns" | "median_ms_per_token"
>;

/** Returns by start, then id: sums depend on the order in their last bits. */
export async function readSpent(database: Database, filter: WindowFilter): Promise<SpentRow[]> {
  return inWindow(tables(database, METRICS_TABLE).selectFrom("metrics"), filter, "started_at")
    .select(SCORE_INPUTS)
    .select(["change_turns", "median_ms_per_token"])
    .orderBy("started_at")
    .orderBy("sub_session")
    .execute();
}

/** Whether a sub-session repaired something. */
export type RepairedRow = Pick<MetricsRow, "started_at" | "repair_turns">;

/** Returns those in which a repair could be seen, by start: scoreable ones with a turn that changed something. */
export async function readRepaired(database: Database, filter: WindowFilter): Promise<RepairedRow[]> {
  return inWindow(tables(database, METRICS_TABLE).selectFrom("metrics"), filter, "started_at")
    .where("scoreable", "=", 1)
    .where("repairs_visible", "=", 1)
    .where("counted_turns", ">", 0)
    .select(["started_at", "repair_turns"])
    .orderBy("started_at")
    .execute();
}
