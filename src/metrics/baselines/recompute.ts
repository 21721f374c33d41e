/** Recomputing: puts a version of the baselines on all sub-sessions of a window, some at a time. */
import { z } from "zod";
import { isFaultOfTheWork } from "../../database/engine.ts";
import type { Database } from "../../database/open.ts";
import { inTransaction } from "../../database/transaction.ts";
import { derivedId } from "../../vocabulary/hash.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { baselinesFor } from "./baselines-in-force.ts";
import { newestBaselines } from "./baselines-table.ts";
import type { RecomputeWindow } from "./baseline-versions.ts";
import {
  addRecompute,
  nextRecompute,
  readRecompute,
  type Recompute,
  RECOMPUTE_STATUSES,
  saveRecompute,
} from "./recompute-table.ts";
import { restate } from "./restate.ts";
import { countStarted, readRestatable, saveRestated, type StartWindow } from "./restate-table.ts";

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
  const found = await readRecompute(database, organization, id);
  if (found === null) return null;
  const { status, done, total } = found;
  return { id, status, done, total, reason: status === "failed" ? whyFailed(found) : null };
}

function whyFailed({ done, total }: Recompute): string {
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
  const total = await countStarted(transaction, wish);
  const id = derivedId("recompute", organization, from, to, version, requestedAt, crypto.randomUUID());
  await addRecompute(transaction, { ...wish, id, total });
  return { id, status: "pending", done: 0, total, reason: null };
}

/** Sub-sessions in one transaction: few enough that it stays short. */
const ROWS_AT_ONCE = 500;

/**
 * Does some of the earliest recompute that is not over.
 *
 * @returns How many sub-sessions were done; null when there is nothing to do.
 */
export async function recomputeNext(database: Database): Promise<number | null> {
  const recompute = await nextRecompute(database);
  if (recompute === null) return null;
  return inTransaction(database, "normal", async (transaction) => {
    const baselinesAt = await baselinesFor(transaction, recompute.organization);
    const rows = await readRestatable(transaction, recompute, {
      limit: ROWS_AT_ONCE,
      after: recompute.after,
    });
    await saveRestated(
      transaction,
      rows.map((row) => ({ sub_session: row.sub_session, ...restate(row, baselinesAt(row.started_at)) })),
    );
    await saveRecompute(transaction, advance(recompute, rows));
    return rows.length;
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
      const recompute = isFaultOfTheWork(database, error) ? await nextRecompute(database) : null;
      if (recompute === null) throw error;
      const { id } = recompute;
      failed = { id, times: failed.id === id ? failed.times + 1 : 1 };
      if (failed.times >= MOST_TRIES) await saveRecompute(database, { ...recompute, status: "failed" });
      throw error;
    }
  };
}

function advance(
  recompute: Recompute,
  rows: readonly { sub_session: string; started_at: Instant }[],
): Recompute {
  const done = recompute.done + rows.length;
  const last = rows.at(-1);
  const after =
    last === undefined ? recompute.after : { startedAt: last.started_at, subSessionId: last.sub_session };
  if (rows.length < ROWS_AT_ONCE) return { ...recompute, after, status: "completed", done, total: done };
  // sub-sessions that came since it was asked for are done with the others
  return { ...recompute, after, status: "running", done, total: Math.max(done, recompute.total) };
}
