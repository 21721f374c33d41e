/** Recomputing: puts a version of the baselines on all sub-sessions of a window, some at a time. */
import { z } from "zod";
import { isFaultOfTheWork } from "../../database/engine.ts";
import type { Database } from "../../database/open.ts";
import { addJob, changeJob, nextJob, readJob } from "../../database/jobs/job-table.ts";
import { inTransaction } from "../../database/transaction.ts";
import { derivedId } from "../../vocabulary/hash.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { baselinesFor } from "./baselines-in-force.ts";
import { newestBaselines } from "./baselines-table.ts";
import type { BaselinesAt, RecomputeWindow } from "./baseline-versions.ts";
import { RECOMPUTE_STATUSES, type RecomputeRow, RECOMPUTES } from "./recompute-table.ts";
import { accountedColumns } from "../accounts/account-row.ts";
import { readTurnsOf } from "../accounts/accounts-table.ts";
import { unpackTurns } from "../accounts/stored-turns.ts";
import {
  type Accounted,
  type AfterStart,
  countStarted,
  type PlacedRow,
  readRestatable,
  saveAccounted,
  type StartWindow,
} from "./restate-table.ts";

/** How far a recompute has come, in sub-sessions. */
export const RECOMPUTE_ANSWER = z.object({
  id: z.string(),
  status: z.enum(RECOMPUTE_STATUSES),
  done: z.int().min(0),
  total: z.int().min(0),
  reason: z.string().nullable().describe("What to do about one that failed."),
});
export type RecomputeAnswer = z.infer<typeof RECOMPUTE_ANSWER>;

/** Returns null for an id that is unknown, or another organization's. */
export async function askRecompute(
  database: Database,
  { organization, id }: { organization: string; id: string },
): Promise<RecomputeAnswer | null> {
  const found = await readJob(database, RECOMPUTES, id);
  return found?.organization === organization ? answerOf(found) : null;
}

function answerOf({ id, status, done, total, reason }: RecomputeRow): RecomputeAnswer {
  return { id, status, done, total, reason };
}

function whyFailed({ done, total }: RecomputeRow): string {
  return (
    `It failed ${MOST_TRIES} times after ${done} of ${total} sub-sessions; the server's log has the cause. Ask for ` +
    "it again. If it fails again, scoring rescore measures the window anew."
  );
}

/** Notes that the window uses the newest baselines. From then on it does, also after a rebuild. */
export async function requestRecompute(
  database: Database,
  window: StartWindow,
  now: Instant,
): Promise<RecomputeAnswer> {
  return inTransaction(database, "full", async (transaction) => {
    const { version } = await newestBaselines(transaction, window.organization);
    return noteRecompute(transaction, { ...window, version, requestedAt: now });
  });
}

/**
 * Notes that the window uses a version.
 *
 * @param transaction - the transaction that the note belongs to
 * @param wish whose sub-sessions, which of them by their start, and which version
 * @returns the recompute, which has not started yet
 */
export async function noteRecompute(
  transaction: Database,
  wish: StartWindow & RecomputeWindow,
): Promise<RecomputeAnswer> {
  const { organization, from, to, version, requestedAt } = wish;
  const recompute = await addJob(transaction, RECOMPUTES, {
    id: derivedId("recompute", organization, from, to, version, requestedAt, crypto.randomUUID()),
    organization,
    from_ms: from,
    to_ms: to,
    baseline_version: version,
    requested_at: requestedAt,
    status: "pending",
    done: 0,
    total: await countStarted(transaction, wish),
    after_start: null,
    after_sub_session: null,
  });
  return answerOf(recompute);
}

/** Sub-sessions in one transaction: few enough that it stays short. */
const ROWS_AT_ONCE = 1_000;

/**
 * Does some of the earliest recompute that is not over.
 *
 * @returns How many sub-sessions were done; null when there is nothing to do.
 */
export async function recomputeNext(database: Database): Promise<number | null> {
  const recompute = await nextJob(database, RECOMPUTES);
  if (recompute === null) return null;
  const { organization, from_ms: from, to_ms: to } = recompute;
  return inTransaction(database, "normal", async (transaction) => {
    const baselinesAt = await baselinesFor(transaction, organization);
    const page = { limit: ROWS_AT_ONCE, after: placeIn(recompute) };
    const rows = await readRestatable(transaction, { organization, from, to }, page);
    await saveAccounted(transaction, await restate(transaction, rows, baselinesAt));
    await changeJob(transaction, RECOMPUTES, { where: { id: recompute.id }, set: advance(recompute, rows) });
    return rows.length;
  });
}

/** Accounts for stored sub-sessions again, from their turns. */
async function restate(
  transaction: Database,
  rows: readonly PlacedRow[],
  baselinesAt: BaselinesAt,
): Promise<Accounted[]> {
  const turns = await readTurnsOf(
    transaction,
    rows.map(({ sub_session }) => sub_session),
  );
  return rows.map((row) => {
    const unpacked = unpackTurns(turns.get(row.sub_session) ?? "[]");
    return { sub_session: row.sub_session, ...accountedColumns(row, unpacked, baselinesAt(row.started_at)) };
  });
}

/** A recompute that fails this often at the same place ends as failed. */
const MOST_TRIES = 3;

/**
 * Returns a function that calls `recomputeNext` for the stage and tries again after a failure. A recompute
 * whose own rows fail three times in a row ends as failed, so that the next one can start. A full disk is not
 * the fault of the rows.
 *
 * @throws what `recomputeNext` throws, also the third time: the log has the cause
 */
export function createRecomputing(database: Database): () => Promise<number | null> {
  let failed = { id: "", times: 0 };
  return async () => {
    try {
      const done = await recomputeNext(database);
      failed = { id: "", times: 0 };
      return done;
    } catch (error) {
      const recompute = isFaultOfTheWork(database, error) ? await nextJob(database, RECOMPUTES) : null;
      if (recompute === null) throw error;
      const { id } = recompute;
      failed = { id, times: failed.id === id ? failed.times + 1 : 1 };
      const change = { status: "failed", reason: whyFailed(recompute) } as const;
      if (failed.times >= MOST_TRIES)
        await inTransaction(database, "normal", (transaction) =>
          changeJob(transaction, RECOMPUTES, { where: { id }, set: change }),
        );
      throw error;
    }
  };
}

function placeIn({ after_start, after_sub_session }: RecomputeRow): AfterStart | null {
  if (after_start === null || after_sub_session === null) return null;
  return { startedAt: after_start, subSessionId: after_sub_session };
}

function advance(
  recompute: RecomputeRow,
  rows: readonly { sub_session: string; started_at: Instant }[],
): Partial<RecomputeRow> {
  const done = recompute.done + rows.length;
  const last = rows.at(-1);
  const place =
    last === undefined ? {} : { after_start: last.started_at, after_sub_session: last.sub_session };
  if (rows.length < ROWS_AT_ONCE) return { ...place, status: "completed", done, total: done };
  // sub-sessions that came since it was asked for are done with the others
  return { ...place, status: "running", done, total: Math.max(done, recompute.total) };
}
