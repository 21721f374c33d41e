/** The queries that read workers answer, by name. */
import type { MetricsQuery } from "../metrics/answer.ts";
import { newestBaselines } from "../metrics/baselines/baselines-table.ts";
import { readBaseline } from "../metrics/baselines/read-baseline.ts";
import type { StartWindow } from "../metrics/baselines/restate-table.ts";
import { listMetrics } from "../metrics/list-metrics.ts";
import { listQualityRetention } from "../metrics/retention/list-quality-retention.ts";
import { listBySession, listSubSessions } from "../metrics/efficiency/list-sub-sessions.ts";
import { readDeveloper } from "../identity/developers/directory.ts";
import { type DevelopersQuery, listDevelopers } from "../identity/developers/list-developers.ts";
import { type KeysQuery, readKeysPage } from "../identity/keys/list-keys.ts";
import type { CardQuery, CardsQuery } from "../insights/advisor/card.ts";
import { listCards, readCard } from "../insights/advisor/listed/list-cards.ts";
import { countTheirs, type PurgeRequest } from "../insights/governance/request-purge.ts";
import type { ReadScope } from "../identity/scope.ts";
import { describeSummary } from "../insights/advisor/model/read-summary.ts";
import { readHeardCard } from "../insights/advisor/listed/read-heard-card.ts";
import { readRightsizing } from "../insights/rightsizing/read-rightsizing.ts";
import type { RightsizingQuery } from "../insights/rightsizing/rightsizing-answer.ts";
import { listPeople } from "../insights/people/list-people.ts";
import type { PeopleQuery } from "../insights/people/people-answer.ts";
import type { LimitsQuery } from "../insights/governance/limits/limits.ts";
import { readBudgets, readGuardrails } from "../insights/governance/limits/read-limits.ts";
import {
  findReport,
  listReports,
  readNewestReport,
  readReport,
  type ReportQuery,
  type ReportsQuery,
} from "../insights/reports/find-report.ts";
import {
  listRuns,
  listSchedules,
  readSchedule,
  type RunsQuery,
  type SchedulesQuery,
} from "../insights/schedules/list-schedules.ts";
import { type FiringsQuery, nextFirings } from "../insights/schedules/firings.ts";
import type { ScheduleQuery } from "../insights/schedules/schedule.ts";
import { readHighlights } from "../insights/reports/lists/highlights.ts";
import { listSessionStats, type SessionStatsQuery } from "../insights/reports/lists/session-stats.ts";
import { listSummaries, type SummariesQuery } from "../insights/reports/lists/summaries.ts";
import { type DetailsQuery, readDetails, readSummary } from "../insights/reports/lists/summary.ts";
import type { WindowQuery } from "../insights/reports/lists/window-query.ts";
import type { PendingQuery, WeeksQuery } from "../insights/satisfaction/check-in.ts";
import { readPending, readWeeks } from "../insights/satisfaction/list-weeks.ts";
import { listThrottle } from "../insights/throttle/list-throttle.ts";
import type { ThrottleQuery } from "../insights/throttle/throttle-answer.ts";
import { listSpend } from "../spend/list-spend.ts";
import { askRecompute } from "../metrics/baselines/recompute.ts";
import { readRemaking } from "../metrics/remaking.ts";
import { type ArrivalsQuery, readArrivals } from "../normaliser/sightings/arrivals-table.ts";
import type { RetentionQuery } from "../metrics/retention/retention-answer.ts";
import type { SpendQuery } from "../spend/spend-answer.ts";
import type { SubSessionsQuery } from "../metrics/efficiency/sub-session-answer.ts";
import type { ScoresQuery } from "../scores/answer.ts";
import { listScores } from "../scores/list-scores.ts";
import { listPromptChains } from "../rubric/lists/list-chains.ts";
import type { ChainsQuery } from "../rubric/lists/chain-answer.ts";
import { listPrompts, listRankedPrompts, readPrompt } from "../rubric/lists/list-prompts.ts";
import type {
  PromptQuery,
  PromptsQuery,
  PromptsWindow,
  RankingQuery,
} from "../rubric/lists/prompt-answer.ts";
import { estimateRejudge, listRejudgings } from "../rubric/rejudging/read-rejudgings.ts";
import type { RejudgeWindow } from "../rubric/rejudging/spread-table.ts";
import { type AgreementQuery, readAgreement } from "../rubric/trial/read-agreement.ts";
import { countUnjudged } from "../rubric/prompts/queue-table.ts";
import { readPromptAverages } from "../rubric/lists/read-averages.ts";
import type { BucketsQuery } from "../scores/read-buckets.ts";
import { readInputs } from "../scores/inputs/read-inputs.ts";
import { readRubricTrend, type RubricTrendQuery } from "../scores/prompts/read-rubric-trend.ts";
import { readRollup } from "../scores/rollup/read-rollup.ts";
import { readDividedTeam, readTeam } from "../scores/team/read-team.ts";
import type { DividedTeamQuery, TeamQuery } from "../scores/team/team-answer.ts";
import { readTrend, readTrends } from "../scores/trends/read-trend.ts";
import type { RollupQuery } from "../scores/rollup/rollup-answer.ts";
import type { TrendQuery, TrendsQuery } from "../scores/trends/trend-answer.ts";
import type { CoverageQuery } from "../turns/coverage/coverage-answer.ts";
import type { LatencyQuery } from "../turns/latency/latency-answer.ts";
import { listCoverage } from "../turns/coverage/list-coverage.ts";
import { listLatency } from "../turns/latency/list-latency.ts";
import { listSlowest } from "../turns/slowest/list-slowest.ts";
import { listSessions } from "../sessions/listed/list-sessions.ts";
import type { SessionsQuery } from "../sessions/listed/session-answer.ts";
import { readTimeline } from "../sessions/timeline/read-timeline.ts";
import type { TimelineQuery } from "../sessions/timeline/timeline-answer.ts";
import type { Instant } from "../vocabulary/units.ts";
import { type AccuracyQuery, readAccuracy } from "../turns/boundaries/read-accuracy.ts";
import type { SlowestQuery } from "../turns/slowest/slowest-answer.ts";
import type { LogsQuery } from "./logs/logs-answer.ts";
import { type AnswerOf, type AskedOf, type Asks, asksBy } from "./asks.ts";
import { readBacklog, readKept } from "./read-kept.ts";
import { type LogStores, readLogs } from "./logs/read-logs.ts";

/** Answers one query from read-only stores; what goes in and comes out is copied between threads. */
export type Query<Asked, Answer> = (stores: LogStores, asked: Asked) => Promise<Answer>;

/** Which language model is set; null for none. */
interface WithModel {
  model: string | null;
}

/** Every query that a read worker knows. */
export const QUERIES = {
  /** Whether the database can really be read. */
  probe: async ({ database }: LogStores, _asked: null): Promise<number> =>
    (await database.introspection.getTables()).length,
  readBacklog: ({ database }: LogStores, _asked: null) => readBacklog(database),
  readRemaking: ({ database }: LogStores, _asked: null) => readRemaking(database),
  readKept: ({ database }: LogStores, organization: string | null) => readKept(database, organization),
  listScores: ({ database }: LogStores, asked: ScoresQuery) => listScores(database, asked),
  listMetrics: ({ database }: LogStores, asked: MetricsQuery) => listMetrics(database, asked),
  listSubSessions: ({ database }: LogStores, asked: SubSessionsQuery) => listSubSessions(database, asked),
  listBySession: ({ database }: LogStores, asked: SubSessionsQuery) => listBySession(database, asked),
  listQualityRetention: ({ database }: LogStores, asked: RetentionQuery) =>
    listQualityRetention(database, asked),
  listLatency: ({ database }: LogStores, asked: LatencyQuery) => listLatency(database, asked),
  listThrottle: ({ database }: LogStores, asked: ThrottleQuery) => listThrottle(database, asked),
  listSlowest: ({ database }: LogStores, asked: SlowestQuery) => listSlowest(database, asked),
  listCoverage: ({ database }: LogStores, asked: CoverageQuery) => listCoverage(database, asked),
  listSpend: ({ database }: LogStores, asked: SpendQuery) => listSpend(database, asked),
  readRightsizing: ({ database, prices }: LogStores, asked: RightsizingQuery) =>
    readRightsizing(database, asked, prices),
  readDeveloper: ({ database }: LogStores, asked: { organizationId: string; id: string }) =>
    readDeveloper(database, asked),
  readArrivals: ({ database }: LogStores, asked: ArrivalsQuery) => readArrivals(database, asked),
  listDevelopers: ({ database }: LogStores, asked: DevelopersQuery) => listDevelopers(database, asked),
  listKeys: ({ database }: LogStores, asked: KeysQuery) => readKeysPage(database, asked),
  countTheirs: ({ database }: LogStores, asked: PurgeRequest) => countTheirs(database, asked),
  listPeople: ({ database }: LogStores, asked: PeopleQuery) => listPeople(database, asked),
  readTrend: ({ database }: LogStores, asked: TrendQuery) => readTrend(database, asked),
  readTrends: ({ database }: LogStores, asked: TrendsQuery) => readTrends(database, asked),
  readInputs: ({ database }: LogStores, asked: BucketsQuery) => readInputs(database, asked),
  readTeam: ({ database }: LogStores, asked: TeamQuery) => readTeam(database, asked),
  readDividedTeam: ({ database }: LogStores, asked: DividedTeamQuery) => readDividedTeam(database, asked),
  readRollup: ({ database }: LogStores, asked: RollupQuery) => readRollup(database, asked),
  listSessions: ({ database }: LogStores, asked: SessionsQuery) => listSessions(database, asked),
  readTimeline: ({ database, ...parts }: LogStores, asked: TimelineQuery & { now: Instant }) =>
    readTimeline(database, asked, parts),
  countUnjudged: ({ database }: LogStores, _asked: null) => countUnjudged(database),
  listPrompts: ({ database }: LogStores, asked: PromptsQuery) => listPrompts(database, asked),
  readPrompt: ({ database }: LogStores, asked: PromptQuery) => readPrompt(database, asked),
  listRankedPrompts: ({ database }: LogStores, asked: RankingQuery) => listRankedPrompts(database, asked),
  readPromptAverages: ({ database }: LogStores, asked: PromptsWindow) => readPromptAverages(database, asked),
  readRubricTrend: ({ database }: LogStores, asked: RubricTrendQuery) => readRubricTrend(database, asked),
  listPromptChains: ({ database }: LogStores, asked: ChainsQuery) => listPromptChains(database, asked),
  readAgreement: ({ database }: LogStores, asked: AgreementQuery) => readAgreement(database, asked),
  estimateRejudge: ({ database, prices }: LogStores, asked: RejudgeWindow & { model: string }) =>
    estimateRejudge({ database, prices }, asked),
  listRejudgings: ({ database }: LogStores, asked: { organization: string }) =>
    listRejudgings(database, asked),
  readBudgets: ({ database }: LogStores, asked: LimitsQuery) => readBudgets(database, asked),
  readGuardrails: ({ database }: LogStores, asked: LimitsQuery) => readGuardrails(database, asked),
  listSchedules: ({ database }: LogStores, asked: SchedulesQuery) => listSchedules(database, asked),
  readSchedule: ({ database }: LogStores, asked: ScheduleQuery) => readSchedule(database, asked),
  nextFirings: async (_stores: LogStores, asked: FiringsQuery) => nextFirings(asked),
  listScheduleRuns: ({ database }: LogStores, asked: RunsQuery) => listRuns(database, asked),
  readCheckInWeeks: ({ database }: LogStores, asked: WeeksQuery) => readWeeks(database, asked),
  readPendingCheckIn: ({ database }: LogStores, asked: PendingQuery) => readPending(database, asked),
  findReport: ({ database }: LogStores, asked: ReportQuery) => findReport(database, asked),
  readReport: ({ database }: LogStores, asked: ReportQuery) => readReport(database, asked),
  readNewestReport: ({ database }: LogStores, asked: Pick<ReportQuery, "scope">) =>
    readNewestReport(database, asked),
  listSessionStats: ({ database }: LogStores, asked: SessionStatsQuery) => listSessionStats(database, asked),
  listSummaries: ({ database }: LogStores, asked: SummariesQuery) => listSummaries(database, asked),
  readHighlights: ({ database, prices }: LogStores, { model, ...asked }: WindowQuery & WithModel) =>
    readHighlights({ database, prices, model }, asked),
  readWindowSummary: ({ database, prices }: LogStores, { model, ...asked }: WindowQuery & WithModel) =>
    readSummary({ database, prices, model }, asked),
  readDetails: ({ database, prices }: LogStores, { model, ...asked }: DetailsQuery & WithModel) =>
    readDetails({ database, prices, model }, asked),
  listReports: ({ database }: LogStores, asked: ReportsQuery) => listReports(database, asked),
  listCards: ({ database }: LogStores, asked: CardsQuery) => listCards(database, asked),
  readCard: ({ database }: LogStores, asked: CardQuery) => readCard(database, asked),
  readBaseline: ({ database }: LogStores, asked: StartWindow) => readBaseline(database, asked),
  readBaselines: ({ database }: LogStores, organization: string) => newestBaselines(database, organization),
  askRecompute: ({ database }: LogStores, asked: { organization: string; id: string }) =>
    askRecompute(database, asked),
  readAccuracy: ({ database }: LogStores, asked: AccuracyQuery) => readAccuracy(database, asked),
  describeSummary: ({ database }: LogStores, asked: { scope: ReadScope; sessionId: string }) =>
    describeSummary(database, asked),
  readHeardCard: ({ database }: LogStores, asked: { organizationId: string; id: string }) =>
    readHeardCard(database, asked),
  readLogs: (stores: LogStores, asked: LogsQuery) => readLogs(stores, asked),
};

/** The queries' names. */
export type QueryName = keyof typeof QUERIES;

/** What a query is asked. */
export type QueryAsked<Name extends QueryName> = AskedOf<typeof QUERIES, Name>;

/** What a query answers. */
export type QueryAnswer<Name extends QueryName> = AnswerOf<typeof QUERIES, Name>;

/** Every query as a function. */
export type ApiQueries = Asks<typeof QUERIES>;

/** Makes the functions from one that asks any query by its name. */
export function queriesBy(
  ask: <Name extends QueryName>(name: Name, asked: QueryAsked<Name>) => Promise<QueryAnswer<Name>>,
): ApiQueries {
  return asksBy(QUERIES, ask);
}
