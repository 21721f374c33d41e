/** `GET /v1/insights/summaries`: a window in a few numbers for each developer. */
import { z } from "zod";
import type { Database } from "../../../database/open.ts";
import { SCORE_ROW, type ScorePosition } from "../../../scores/answer.ts";
import { listScores } from "../../../scores/list-scores.ts";
import { listSpend } from "../../../spend/list-spend.ts";
import { listCoverage } from "../../../turns/coverage/list-coverage.ts";
import { FIGURE } from "../figure.ts";
import { sessionsOf, spendOf } from "../chapters/sums.ts";
import type { WindowQuery } from "./window-query.ts";

export const DEVELOPER_SUMMARY = SCORE_ROW.pick({
  developer: true,
  state: true,
  speed: true,
  skill: true,
  efficiency: true,
  interval: true,
  subSessions: true,
  turns: true,
  missing: true,
}).extend({
  sessions: z.int().min(0),
  spendUsd: FIGURE.describe("Without calls that have no price."),
});

export type DeveloperSummary = z.infer<typeof DEVELOPER_SUMMARY>;

/** What is asked for. */
export interface SummariesQuery extends Omit<WindowQuery, "now"> {
  limit: number;
  after: ScorePosition | null;
}

/** One page. */
export interface SummariesPage {
  summaries: DeveloperSummary[];
  /** Exact up to 10,000; null beyond. */
  total: number | null;
  next: ScorePosition | null;
}

/** Reads one page, by the developers' ids: it is no ranking. */
export async function listSummaries(database: Database, query: SummariesQuery): Promise<SummariesPage> {
  const { scores, total, next } = await listScores(database, { ...query, period: "all" });
  const summaries: DeveloperSummary[] = [];
  for (const row of scores) {
    const theirs = { ...query, developer: row.developer.id };
    summaries.push({
      ...DEVELOPER_SUMMARY.omit({ sessions: true, spendUsd: true }).parse(row),
      sessions: sessionsOf(await listCoverage(database, theirs)),
      spendUsd: spendOf(await listSpend(database, theirs)),
    });
  }
  return { summaries, total, next };
}
