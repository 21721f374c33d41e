/** Packs the days that are over, so that scores of many people and long windows are read fast. */
import type { Database } from "../../database/open.ts";
import { inTransaction } from "../../database/transaction.ts";
import { readScoreInputs, type ScoreInputRow } from "../../metrics/table.ts";
import { MISSABLE } from "../../metrics/metrics.ts";
import { MISSING_REASONS } from "../../metrics/missing.ts";
import { SCORING_VERSION } from "../../metrics/version.ts";
import { isBehind } from "../../normaliser/caught-up.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import { MORE, restUpTo, type Stage } from "../../vocabulary/stage.ts";
import { DAY, SECOND, type Milliseconds } from "../../vocabulary/units.ts";
import { blockOf, type ColumnBlock, COLUMNS, packBlock } from "../columns.ts";
import { findUnpacked, savePacked, emptyOutdated } from "./days-table.ts";
import { createSums } from "./keep-sums.ts";
import { measuredSubSession } from "../sub-session-row.ts";

/** Another formula or another shape makes packs of before unreadable. */
const PACKED_BY = [SCORING_VERSION, ...COLUMNS, ...MISSABLE, ...MISSING_REASONS].join(" ");

const DAYS_AT_ONCE = 50;
/** A day is over when the clock says so. */
const LOOK_EVERY_MS: Milliseconds = 10 * SECOND;
/** A day that changes again at once need not be packed in between. */
const LEAST_REST_MS: Milliseconds = SECOND / 2;

/**
 * Empties the packs of other formulas.
 *
 * @param database - The database before anybody is answered from it.
 */
export async function beginPacking(database: Database): Promise<void> {
  await inTransaction(database, "full", (transaction) => emptyOutdated(transaction, PACKED_BY));
}

export function packingStage({ database, clock }: { database: Database; clock: Clock }): Stage {
  const keepSums = createSums(database);
  return {
    name: "days",
    failing: "could not pack days that are over; it is tried again",
    async step({ goAhead }) {
      await goAhead();
      const now = clock();
      await keepSums(now);
      const packed = await packNext(database, now);
      return packed > 0 ? MORE : restUpTo(LOOK_EVERY_MS, { leastMs: LEAST_REST_MS });
    },
  };
}

/** Returns how many days were packed; none while there is a backlog of sessions to be measured. */
export async function packNext(database: Database, now: Milliseconds): Promise<number> {
  if (await isBehind(database, now)) return 0;
  const days = await findUnpacked(database, { before: Math.floor(now / DAY), limit: DAYS_AT_ONCE });
  if (days.length === 0) return 0;
  await inTransaction(database, "normal", async (transaction) => {
    for (const day of days) {
      const { organization, developer } = day;
      const from = day.day * DAY;
      const filter = { organization, developers: [developer], sessions: null, from, to: from + DAY };
      const rows = await readScoreInputs(transaction, filter);
      const pack = rows.length === 0 ? null : { packed: packBlock(blockOfRows(rows)), packedBy: PACKED_BY };
      await savePacked(transaction, day, pack);
    }
  });
  return days.length;
}

/** By start and id, because sums depend on the order in their last bits. */
export function blockOfRows(rows: readonly ScoreInputRow[]): ColumnBlock {
  const ordered = rows.toSorted(
    (left, right) => left.started_at - right.started_at || (left.sub_session < right.sub_session ? -1 : 1),
  );
  return blockOf(ordered.map(measuredSubSession));
}
