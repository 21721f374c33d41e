/**
 * Recomputes that somebody or a rule asked for: a journal that a rebuild applies again, with the progress of each.
 */
import type { Database } from "../../database/open.ts";
import { count, instant, orNull, text } from "../../database/columns.ts";
import { createTable, declareTable, type RowOf, tables } from "../../database/table-shape.ts";
import type { TableSet } from "../../database/prepare.ts";
import type { Instant } from "../../vocabulary/units.ts";
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
  after: { startedAt: Instant; subSessionId: string } | null;
}

/**
 * Notes a recompute as the newest.
 *
 * @param transaction - A transaction.
 */
export async function addRecompute(transaction: Database, recompute: NewRecompute): Promise<void> {
  const newest = await tables(transaction, RECOMPUTES)
    .selectFrom("recomputes")
    .select((row) => row.fn.max("number").as("number"))
    .executeTakeFirst();
  await addRow(transaction, (newest?.number ?? 0) + 1, recompute);
}

type NewRecompute = Omit<Recompute, "status" | "done" | "after">;

async function addRow(
  database: Database,
  number: number,
  { id, organization, from, to, version, requestedAt, total }: NewRecompute,
): Promise<void> {
  const row: RecomputeRow = {
    number,
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
  await tables(database, RECOMPUTES).insertInto("recomputes").values(row).execute();
}

/** Notes how far a recompute has come, in the transaction that changes its rows. */
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

/** Returns null when the organization has no such recompute. */
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

/** Returns the earliest recompute that is not over; null when all are. */
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

function recomputeOf(row: RecomputeRow): Recompute {
  const { id, organization, status, done, total, after_start, after_sub_session } = row;
  const after =
    after_start === null || after_sub_session === null
      ? null
      : { startedAt: after_start, subSessionId: after_sub_session };
  const { from_ms: from, to_ms: to, baseline_version: version, requested_at: requestedAt } = row;
  return { id, organization, from, to, version, requestedAt, status, done, total, after };
}
