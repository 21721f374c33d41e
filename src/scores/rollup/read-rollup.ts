/** Reads the totals of the sub-sessions of a window. */
import type { Database } from "../../database/open.ts";
import { rowsToRead } from "../../identity/scope.ts";
import { readSpent, type SpentRow } from "../../metrics/scoreable-table.ts";
import { readEarlierFormulas } from "../../metrics/formulas-table.ts";
import { versionIn } from "../../metrics/version.ts";
import { addSums } from "../../metrics/accounts/sums.ts";
import { sumsOfRow } from "../../metrics/metrics-row.ts";
import { breakdownOf } from "../../metrics/sub-sessions/breakdown.ts";
import type { Outcome } from "../../turns/outcomes/outcome-kind.ts";
import { medianOf } from "../../turns/latency/percentiles.ts";
import { gatherRows } from "../columns.ts";
import { blockOfRows } from "../days/pack-days.ts";
import type { Rollup, RollupQuery } from "./rollup-answer.ts";
import { countScoreable, daysOf, intervalAround } from "../score-period.ts";
import { summedScore } from "../summed-score.ts";
import { FEWEST_VALUES, halfWidthOf } from "../weighted-mean.ts";

/** Reads the sub-sessions of a window and adds them up. */
export async function readRollup(database: Database, query: RollupQuery): Promise<Rollup> {
  const { scope, from, to } = query;
  const readable = await rowsToRead(database, scope, query.developer);
  const { developerIds = null, labels = null } = readable ?? {};
  const filter = { organization: scope.organizationId, developers: developerIds, labels, from, to };
  const version = versionIn(await readEarlierFormulas(database), { end: to });
  const all = readable === null ? [] : await readSpent(database, filter);
  const spent = all.filter((row) => row.scoring_version === version);
  const rows = gatherRows([blockOfRows(spent)], { start: from, end: to }, version);
  const sse = countScoreable(rows) < FEWEST_VALUES ? null : summedScore("sse", rows);
  const scoreable = spent.filter((row) => row.scoreable === 1);
  return {
    sse: sse?.mean ?? null,
    interval: intervalAround(sse, sse && halfWidthOf(sse, daysOf(rows))),
    subSessions: scoreable.length,
    breakdown: breakdownOf(addSums(spent.map(sumsOfRow)), {
      cap: null,
      changeTurns: spent.reduce((sum, row) => sum + row.change_turns, 0),
      medianMsPerToken: medianOf(scoreable.flatMap((row) => row.median_ms_per_token ?? [])),
    }),
    byOutcome: countOutcomes(scoreable),
  };
}

function countOutcomes(rows: readonly SpentRow[]): Record<Outcome, number> {
  const counts: Record<Outcome, number> = { reached: 0, partial: 0, abandoned: 0, unknown: 0 };
  for (const { outcome } of rows) counts[outcome] += 1;
  return counts;
}
