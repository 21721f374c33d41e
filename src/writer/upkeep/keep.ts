/** The upkeep's stage: joins, removes and sweeps objects in small steps while the writer works. */
import { inTransaction } from "../../database/transaction.ts";
import type { Log } from "../../vocabulary/log.ts";
import { type Pace, restFor, type Stage, UNHURRIED } from "../../vocabulary/stage.ts";
import { type Instant, type Milliseconds, MINUTE } from "../../vocabulary/units.ts";
import type { ClockWatch } from "../arrivals/clock-watch.ts";
import { expireObject, findDue, type Retention } from "./expire.ts";
import { joinObjects, type UpkeepParts } from "./join.ts";
import { type ObjectOutline, selectExamined } from "./object-table.ts";
import { JOIN_LIMITS, planJoins } from "./plan-joins.ts";
import { sweepRemoved } from "./sweep.ts";
import { selectDamaged, takeUnlogged } from "./table.ts";

/** What the stage works with. */
export interface KeepUpkeepParts extends UpkeepParts {
  retention: Retention;
  clockWatch: ClockWatch;
  /**
   * Deletes some of the reports whose time is over at that moment.
   *
   * @returns How many.
   */
  expireReports(now: Instant): Promise<number>;
  /** Removes sign-ins and links whose time is over at that moment. */
  expireSignIns(now: Instant): Promise<void>;
  /**
   * Removes old entries of the audit log, and notes where it is.
   *
   * @param now - null while the clock may be wrong.
   */
  keepAudit(now: Instant | null): Promise<void>;
  log: Log;
}

const ROUND_MS: Milliseconds = MINUTE;

export function upkeepStage(parts: KeepUpkeepParts): Stage {
  return {
    name: "upkeep",
    failing: "the upkeep of the objects failed; it is tried again",
    async step(pace) {
      await runRound(parts, pace);
      return restFor(ROUND_MS);
    },
  };
}

/** One round: everything that is due now, step by step. */
export async function runRound(parts: KeepUpkeepParts, pace: Pace = UNHURRIED): Promise<void> {
  await pace.goAhead();
  await logDamage(parts);
  const now = parts.clock();
  const isDoubted = (await parts.clockWatch.look(parts.database, now)) !== null;
  const retention = isDoubted ? { ...parts.retention, days: null } : parts.retention;
  await expireDue({ ...parts, retention, now }, pace);
  if (!isDoubted) await expireDueReports({ ...parts, now }, pace);
  if (!isDoubted) await parts.expireSignIns(now);
  await parts.keepAudit(isDoubted ? null : now);
  await joinDue(parts, pace);
  await sweepRemoved(parts);
}

async function logDamage({ database, log }: KeepUpkeepParts): Promise<void> {
  const frames = await inTransaction(database, "normal", takeUnlogged);
  for (const { objectKey, offset, kind, reason } of frames)
    log.error(DAMAGED[kind], { objectKey, offset, reason });
}

const DAMAGED = {
  missing: "records cannot be read any more: a frame is missing",
  corrupt: "records cannot be read any more: a frame is corrupt",
  set_aside: "records are kept and not scored: a frame was set aside; report this as a bug",
};

interface Expiry extends KeepUpkeepParts {
  /** What the clock showed when it was judged: it may be set meanwhile. */
  now: Instant;
}

async function expireDue(parts: Expiry, { goAhead, stopping }: Pace): Promise<void> {
  for (const object of await findDue(parts.database, parts.retention, parts.now)) {
    await goAhead();
    if (stopping.aborted) return;
    const { key, records } = object;
    if (await expireObject(parts, object)) parts.log.info("deleted an expired record file", { key, records });
  }
}

async function expireDueReports(parts: Expiry, { goAhead, stopping }: Pace): Promise<void> {
  while (!stopping.aborted) {
    await goAhead();
    const reports = await parts.expireReports(parts.now);
    if (reports === 0) return;
    parts.log.info("deleted expired reports", { reports });
  }
}

/** Joining makes larger objects, which the next pass may join again, until no two neighbours fit together. */
async function joinDue(parts: KeepUpkeepParts, { goAhead, stopping }: Pace): Promise<void> {
  let joined = 1;
  while (joined > 0) {
    joined = 0;
    for (const run of planJoins(await candidates(parts), parts.clock())) {
      await goAhead();
      if (stopping.aborted) return;
      if ((await joinObjects(parts, run)) !== null) joined += 1;
    }
  }
}

async function candidates({ database }: UpkeepParts): Promise<ObjectOutline[]> {
  const damaged = new Set((await selectDamaged(database)).map(({ objectKey }) => objectKey));
  const objects = await selectExamined(database, { smallerThan: JOIN_LIMITS.bytes });
  return objects.filter(({ key }) => !damaged.has(key));
}
