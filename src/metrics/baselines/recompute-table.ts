/**
 * Recomputes that somebody or a rule asked for: a journal that a rebuild applies again, with the progress of each.
 */
import type { Database } from "../../database/open.ts";
import { count, instant, orNull, text } from "../../database/columns.ts";
import { declareJob } from "../../database/jobs/job-table.ts";
import { createTable, type RowOf, tables } from "../../database/table-shape.ts";
import type { TableSet } from "../../database/prepare.ts";
import type { RecomputeWindow } from "./baseline-versions.ts";

export const RECOMPUTE_STATUSES = ["pending", "running", "completed", "failed"] as const;

export const RECOMPUTES = declareJob(
  "recomputes",
  {
    organization: text(),
    from_ms: instant(),
    to_ms: instant(),
    baseline_version: count(),
    requested_at: instant(),
    status: text<(typeof RECOMPUTE_STATUSES)[number]>(),
    /** Sub-sessions. */
    done: count(),
    total: count(),
    /** The last sub-session that was done, in the order of start and id; null before the first. */
    after_start: orNull(instant()),
    after_sub_session: orNull(text()),
  },
  { open: ["pending", "running"] },
);

export type RecomputeRow = RowOf<typeof RECOMPUTES>;

export const recomputeTables = {
  name: "recomputes",
  tables: [RECOMPUTES],
  kept: true,
  migrations: [createTables],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, RECOMPUTES);
}

/** Returns an organization's recomputes in the order in which they were asked for. */
export async function readJournal(database: Database, organization: string): Promise<RecomputeWindow[]> {
  return journalOf(database, organization).execute();
}

/**
 * Reads the recomputes that are over.
 *
 * @returns those of the organization, in the order in which they were asked for
 */
export async function readDone(database: Database, organization: string): Promise<RecomputeWindow[]> {
  return journalOf(database, organization).where("status", "=", "completed").execute();
}

function journalOf(database: Database, organization: string) {
  return tables(database, RECOMPUTES)
    .selectFrom("recomputes")
    .select(["from_ms as from", "to_ms as to", "baseline_version as version", "requested_at as requestedAt"])
    .where("organization", "=", organization)
    .orderBy("number");
}
