/** The queries about what to do with scores, by the names that routes ask for. */
import { onDatabase } from "../database/asked.ts";
import type { Database } from "../database/open.ts";
import type { PriceTable } from "../prices/price-table.ts";
import { readHabits } from "./advisor/habits/read-habits.ts";
import { listAlertRules, listAlerts } from "./alerts/list-alerts.ts";
import { listCards, readCard } from "./advisor/listed/list-cards.ts";
import { readHeardCard } from "./advisor/listed/read-heard-card.ts";
import { describeSummary } from "./advisor/model/read-summary.ts";
import { readBudgets, readGuardrails } from "./governance/limits/read-limits.ts";
import { countTheirs } from "./governance/request-purge.ts";
import { listPeople } from "./people/list-people.ts";
import { listPresence, listPresenceCalls } from "./presence/list-presence.ts";
import { findReport, listReports, readNewestReport, readReport } from "./reports/find-report.ts";
import { readHighlights } from "./reports/lists/highlights.ts";
import { listSessionStats } from "./reports/lists/session-stats.ts";
import { listSummaries } from "./reports/lists/summaries.ts";
import { type DetailsQuery, readDetails, readSummary } from "./reports/lists/summary.ts";
import type { WindowQuery } from "./reports/lists/window-query.ts";
import { readRightsizing } from "./rightsizing/read-rightsizing.ts";
import type { RightsizingQuery } from "./rightsizing/rightsizing-answer.ts";
import { type ModelTrialsQuery, readModelTrials } from "./rightsizing/trials/read-model-trials.ts";
import { readPending, readWeeks } from "./satisfaction/list-weeks.ts";
import { search } from "./search/read-search.ts";
import { type FiringsQuery, nextFirings } from "./schedules/firings.ts";
import { listRuns, listSchedules, readSchedule } from "./schedules/list-schedules.ts";
import { pageUsage } from "./usage/read-usage-page.ts";
import { pageThrottle } from "./throttle/page-throttle.ts";

interface Priced {
  database: Database;
  prices: PriceTable;
}

/** Which judge model is set; null for none. */
interface WithModel {
  model: string | null;
}

export const INSIGHTS_QUERIES = {
  readRightsizing: ({ database, prices }: Priced, asked: RightsizingQuery) =>
    readRightsizing(database, asked, prices),
  readModelTrials: ({ database, prices }: Priced, asked: ModelTrialsQuery) =>
    readModelTrials(database, asked, prices),
  nextFirings: async (_stores: object, asked: FiringsQuery) => nextFirings(asked),
  readHighlights: ({ database, prices }: Priced, { model, ...asked }: WindowQuery & WithModel) =>
    readHighlights({ database, prices, model }, asked),
  readWindowSummary: ({ database, prices }: Priced, { model, ...asked }: WindowQuery & WithModel) =>
    readSummary({ database, prices, model }, asked),
  readDetails: ({ database, prices }: Priced, { model, ...asked }: DetailsQuery & WithModel) =>
    readDetails({ database, prices, model }, asked),
  ...onDatabase({
    pageThrottle,
    pageUsage,
    countTheirs,
    listPeople,
    listPresence,
    listPresenceCalls,
    readBudgets,
    readGuardrails,
    listAlertRules,
    listAlerts,
    listSchedules,
    readSchedule,
    listScheduleRuns: listRuns,
    readCheckInWeeks: readWeeks,
    readPendingCheckIn: readPending,
    findReport,
    readReport,
    readNewestReport,
    listReports,
    listSessionStats,
    listSummaries,
    listCards,
    readHabits,
    readCard,
    describeSummary,
    readHeardCard,
    search,
  }),
};
