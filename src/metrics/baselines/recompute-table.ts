/** The recomputes that admins asked for: a journal that a rebuild applies again, and how far each has come. */
import type { Database } from "../../database/open.ts";
import { count, instant, orNull, text } from "../../database/columns.ts";
import { createTable, declareTable, type RowOf, tables } from "../../database/table-shape.ts";
import type { TableSet } from "../../database/prepare.ts";
import type { Milliseconds } from "../../vocabulary/units.ts";
import type { RecomputeWindow } from "./baseline-versions.ts";

export const RECOMPUTE_STATUSES = ["pending", "running", "completed", "failed"] as const;
export type RecomputeStatus = (typeof RECOMPUTE_STATUSES)[number];

export const RECOMPUTES = declareTable(
  "recomputes",
  {
    /** The order in which they were asked for. */
    number: count(),
    id: text(),
    organization: text(),
    from_ms: instant(),
    to_ms: instant(),
    baseline_version: count(),
    requested_at: instant(),
    status: text<RecomputeStatus>(),
    /** Sub-sessions. */
    done: count(),
    total: count(),
    /** The last sub-session that was done; null before the first. */
    after_start: orNull(instant()),
    after_sub_session: orNull(text()),
  },
  { key: ["number"], unique: [["id"]] },
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

/** A recompute and how far it has come. */
export interface Recompute extends RecomputeWindow {
  id: string;
  organization: string;
  status: RecomputeStatus;
  done: number;
  total: number;
  /** The last sub-session that was done, in the order of start and id. */
  after: { startedAt: Milliseconds; subSessionId: string } | null;
}

/** Notes a recompute as the newest. Takes: a transaction. */
export async function addRecompute(
  transaction: Database,
  { id, organization, from, to, version, total }: Omit<Recompute, "status" | "done" | "after">,
  requestedAt: Milliseconds,
): Promise<void> {
  const view = tables(transaction, RECOMPUTES);
  const newest = await view
    .selectFrom("recomputes")
    .select((row) => row.fn.max("number").as("number"))
    .executeTakeFirst();
  const row: RecomputeRow = {
    number: (newest?.number ?? 0) + 1,
    id,
    organization,
    from_ms: from,
    to_ms: to,
    baseline_version: version,
    requested_at: requestedAt,
    status: "pending",
    done: 0,
    total,
    after_start: null,
    after_sub_session: null,
  };
  await view.insertInto("recomputes").values(row).execute();
}

/** Notes how far a recompute has come; belongs into the transaction that holds its rows. */
export async function saveRecompute(
  transaction: Database,
  { id, status, done, total, after }: Recompute,
): Promise<void> {
  await tables(transaction, RECOMPUTES)
    .updateTable("recomputes")
    .set({
      status,
      done,
      total,
      after_start: after?.startedAt ?? null,
      after_sub_session: after?.subSessionId ?? null,
    })
    .where("id", "=", id)
    .execute();
}

/** Gives: null when the organization has no such recompute. */
export async function readRecompute(
  database: Database,
  organization: string,
  id: string,
): Promise<Recompute | null> {
  const row = await tables(database, RECOMPUTES)
    .selectFrom("recomputes")
    .selectAll()
    .where("organization", "=", organization)
    .where("id", "=", id)
    .executeTakeFirst();
  return row === undefined ? null : recomputeOf(row);
}

/** Gives: the earliest recompute that is not over; null when all are. */
export async function nextRecompute(database: Database): Promise<Recompute | null> {
  const row = await tables(database, RECOMPUTES)
    .selectFrom("recomputes")
    .selectAll()
    .where("status", "in", ["pending", "running"])
    .orderBy("number")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : recomputeOf(row);
}

/** Gives: an organization's recomputes in the order in which they were asked for. */
export async function readJournal(database: Database, organization: string): Promise<RecomputeWindow[]> {
  return tables(database, RECOMPUTES)
    .selectFrom("recomputes")
    .select(["from_ms as from", "to_ms as to", "baseline_version as version"])
    .where("organization", "=", organization)
    .orderBy("number")
    .execute();
}

function recomputeOf(row: RecomputeRow): Recompute {
  const { id, organization, status, done, total, after_start, after_sub_session } = row;
  const after =
    after_start === null || after_sub_session === null
      ? null
      : { startedAt: after_start, subSessionId: after_sub_session };
  const window = { from: row.from_ms, to: row.to_ms, version: row.baseline_version };
  return { id, organization, ...window, status, done, total, after };
}
