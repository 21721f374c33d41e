/** Reads the scoreable sub-sessions of a window, with only the columns that a sum over them needs. */
import type { Database } from "../database/open.ts";
import { tables } from "../database/table-shape.ts";
import { inWindow, type WindowFilter } from "../database/window.ts";
import { METRICS_TABLE } from "./columns-table.ts";
import type { MetricsRow } from "./columns-table.ts";

const SPENT = [
  "started_at",
  "outcome",
  "sse",
  "axis_t",
  "axis_n",
  "axis_h",
  "actual_tokens",
  "actual_turns",
  "actual_human_seconds",
  "usual_tokens",
  "usual_turns",
  "usual_human_seconds",
  "median_ms_per_token",
] as const satisfies readonly (keyof MetricsRow)[];

/** The parts of SSE, for each sub-session. */
export type SpentRow = Pick<MetricsRow, (typeof SPENT)[number]>;

/** In the order in which a period is scored: sums depend on it in their last bits. */
function scoreable(database: Database, filter: WindowFilter) {
  return inWindow(tables(database, METRICS_TABLE).selectFrom("metrics"), filter, "started_at")
    .where("scoreable", "=", 1)
    .orderBy("started_at")
    .orderBy("sub_session");
}

/** Returns by start, then id. */
export async function readSpent(database: Database, filter: WindowFilter): Promise<SpentRow[]> {
  return scoreable(database, filter).select(SPENT).execute();
}
