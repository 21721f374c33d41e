/** Packs the days that are over, so that scores of many people and long windows are read fast. */
import type { Database } from "../../database/open.ts";
import { keepOpenDays, type KeptDays } from "../../database/days/kept-days-table.ts";
import { SCORE_DAYS } from "../../metrics/changed-days/score-days-table.ts";
import { readScoreInputs, type ScoreInputRow } from "../../metrics/table.ts";
import { MISSABLE } from "../../metrics/metrics.ts";
import { MISSING_REASONS } from "../../metrics/missing.ts";
import { SCORING_VERSION } from "../../metrics/version.ts";
import { forgetKnown } from "../../metrics/accounts/accounts-table.ts";
import { inTransaction } from "../../database/transaction.ts";
import { isBehind } from "../../normaliser/caught-up.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import { MORE, restUpTo, type Stage } from "../../vocabulary/stage.ts";
import { type Instant, type Milliseconds, SECOND } from "../../vocabulary/units.ts";
import { blockOf, type ColumnBlock, COLUMNS, packBlock, unpackBlock } from "../columns.ts";
import { createSums } from "./keep-sums.ts";
import { measuredSubSession } from "../sub-session-row.ts";

/** A new formula or shape makes older packs unreadable. It is short, because each row has it. */
const PACKED_BY = Bun.hash([SCORING_VERSION, ...COLUMNS, ...MISSABLE, ...MISSING_REASONS].join(" ")).toString(
  36,
);

export const KEPT_WORK: KeptDays<ColumnBlock> = {
  table: SCORE_DAYS,
  packedBy: PACKED_BY,
  pack: packBlock,
  unpack: unpackBlock,
};

const DAYS_AT_ONCE = 50;
/** A day is over when the clock says so. */
const LOOK_EVERY_MS: Milliseconds = 10 * SECOND;
/** A day that changes again at once need not be packed in between. */
const LEAST_REST_MS: Milliseconds = SECOND / 2;

export function packingStage({ database, clock }: { database: Database; clock: Clock }): Stage {
  const keepSums = createSums(database);
  return {
    name: "days",
    failing: "could not pack days that are over; it is tried again",
    async step({ goAhead }) {
      await goAhead();
      const now = clock();
      await keepSums(now);
      await forgetWhereCaughtUp(database, now);
      const packed = await packNext(database, now);
      return packed > 0 ? MORE : restUpTo(LOOK_EVERY_MS, { leastMs: LEAST_REST_MS });
    },
  };
}

/** What kinds are decided by is forgotten a day later, but not while work of earlier days waits. */
async function forgetWhereCaughtUp(database: Database, now: Instant): Promise<void> {
  if (await isBehind(database, now)) return;
  await inTransaction(database, "normal", (transaction) => forgetKnown(transaction, now));
}

/** Returns how many days were packed; none while there is a backlog of sessions to be measured. */
export async function packNext(database: Database, now: Instant): Promise<number> {
  if (await isBehind(database, now)) return 0;
  return keepOpenDays(database, KEPT_WORK, {
    now,
    limit: DAYS_AT_ONCE,
    first: "newest",
    add: async (transaction, window) => {
      const rows = await readScoreInputs(transaction, { ...window, sessions: null });
      return rows.length === 0 ? null : blockOfRows(rows);
    },
  });
}

/** By start and id, because sums depend on the order in their last bits. */
export function blockOfRows(rows: readonly ScoreInputRow[]): ColumnBlock {
  const ordered = rows.toSorted(
    (left, right) => left.started_at - right.started_at || (left.sub_session < right.sub_session ? -1 : 1),
  );
  return blockOf(ordered.map(measuredSubSession));
}
