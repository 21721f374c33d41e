/** The schemas that the OpenAPI document has once, under a name: those that several answers or requests contain. */
import { z } from "zod";
import { PLAIN_ATTRIBUTES, RECORD_SCOPE } from "../../answers/records/record-answer.ts";
import { ACCOUNT_ANSWER } from "../../identity/accounts/answer.ts";
import { OPTIONS } from "../../identity/passkeys/credentials.ts";
import { PASSKEY_ANSWER } from "../../identity/passkeys/passkeys.ts";
import { DEVELOPER_ANSWER } from "../../identity/developers/answer.ts";
import { KEY_ANSWER, NEW_KEY, ROTATION_ANSWER } from "../../identity/keys/answer.ts";
import { SCOPES } from "../../identity/keys/scopes.ts";
import { HABIT, HABIT_ID, INPUT_GAP } from "../../insights/advisor/habits/habits-answer.ts";
import { EFFECT } from "../../insights/advisor/effect/effect-answer.ts";
import { CARD } from "../../insights/advisor/card.ts";
import { EXPENSIVE_SUB_SESSION } from "../../insights/expensive-sub-session.ts";
import { BUDGETS_ANSWER, GUARDRAILS_ANSWER } from "../../insights/governance/limits/limits.ts";
import { CHAT_ANSWER, LAST_ERROR } from "../../insights/integrations/connection-answer.ts";
import { WEBHOOK_ANSWER } from "../../insights/integrations/webhooks/webhook-answer.ts";
import { PERSON_ROW } from "../../insights/people/people-answer.ts";
import { APPENDIX } from "../../insights/reports/chapters/appendix.ts";
import { COACHING } from "../../insights/reports/chapters/coaching.ts";
import { OVERVIEW } from "../../insights/reports/chapters/overview.ts";
import { PROMPTS, QUOTED_PROMPT } from "../../insights/reports/chapters/prompts.ts";
import { RIGHTSIZING_CHAPTER } from "../../insights/reports/chapters/rightsizing.ts";
import { SCORES, TREND_VALUE } from "../../insights/reports/chapters/scores.ts";
import { THROTTLE } from "../../insights/reports/chapters/throttle.ts";
import { WASTE } from "../../insights/reports/chapters/waste.ts";
import { FIGURE } from "../../insights/reports/figure.ts";
import { SUMMARY } from "../../insights/reports/lists/summary.ts";
import { NARRATIVE, REPORT, REPORT_JOB } from "../../insights/reports/report.ts";
import { PRICE_TABLE, RECOMMENDATION, RIGHTSIZING } from "../../insights/rightsizing/rightsizing-answer.ts";
import { PENDING_ANSWER } from "../../insights/satisfaction/check-in.ts";
import { DELIVERY_ANSWER, PLACE_ANSWER, PLACE_WISH } from "../../insights/integrations/sending/place.ts";
import { RUN_ANSWER, SCHEDULE_ANSWER } from "../../insights/schedules/schedule.ts";
import { EVENT, OF_DETECTOR, THROTTLE_ANSWER } from "../../insights/throttle/throttle-answer.ts";
import { METRIC_ROW } from "../../metrics/answer.ts";
import { BASELINES_ANSWER } from "../../metrics/baselines/baselines-answer.ts";
import { BASELINE } from "../../metrics/baselines/read-baseline.ts";
import { RECOMPUTE_ANSWER } from "../../metrics/baselines/recompute.ts";
import { BREAKDOWN, SUB_SESSION_ROW } from "../../metrics/sub-sessions/sub-session-answer.ts";
import { SESSION_RETENTION } from "../../metrics/retention/retention-answer.ts";
import { PROMPT_AVERAGES } from "../../rubric/lists/averages.ts";
import { CHAIN_ROW } from "../../rubric/lists/chain-answer.ts";
import { CHECK_ANSWER, RUBRIC_PART, SCORED_PROMPT } from "../../rubric/lists/prompt-answer.ts";
import { DIFFERENCE, INPUT_VALUE, INTERVAL, MISSING, PART, SCORE_ROW } from "../../scores/answer.ts";
import { SCORE_AXIS, SUMMED_SCORE } from "../../scores/score-breakdown.ts";
import { RUBRIC_TREND_POINT } from "../../scores/prompts/read-rubric-trend.ts";
import {
  COMPARISON,
  HISTOGRAM,
  INPUT_SPREAD,
  PEOPLE_MEAN,
  SPREAD,
  TEAM,
} from "../../scores/team/team-answer.ts";
import { ACTOR_KINDS, AUDIT_ACTIONS } from "../../audit/actions.ts";
import { LABELS_WISH } from "../../vocabulary/labels/label.ts";
import { LABELS_ANSWER } from "../../sessions/labels/labels-answer.ts";
import { ALERT_ANSWER } from "../../insights/alerts/alert.ts";
import { RULE_ANSWER, RULE_KINDS } from "../../insights/alerts/rules/rule.ts";
import { SHOWN_NAME } from "../../identity/shown-name.ts";
import { RECIPIENTS } from "../../insights/integrations/email/email-address.ts";
import { AGENTS } from "../../normaliser/dialects/agents.ts";
import { OUTCOMES } from "../../turns/outcomes/outcome-kind.ts";
import { TREND_SCORE } from "../../scores/trends/trend-answer.ts";
import { INTENTS } from "../../rubric/intent.ts";
import { LISTED_SESSION } from "../../sessions/listed/session-answer.ts";
import { USAGE_ADOPTION, USAGE_FORECAST, USAGE_ROW, USAGE_SUMS } from "../../insights/usage/usage-answer.ts";
import { MODEL_SPEND } from "../../spend/spend-answer.ts";
import { PURGE_ANSWER } from "../routes/admin/purge-answer.ts";
import { SLACK_ANSWER } from "../routes/integrations/slack-answer.ts";
import { TEST_ANSWER } from "../routes/integrations/test-answer.ts";
import { AGENT_COVERAGE } from "../../turns/coverage/coverage-answer.ts";
import { AMOUNT } from "../self/status-answer.ts";

/** What answers contain, by name. */
export const NAMED_SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  Account: ACCOUNT_ANSWER,
  AgentCoverage: AGENT_COVERAGE,
  Amount: AMOUNT,
  Alert: ALERT_ANSWER,
  AlertRule: RULE_ANSWER,
  AppendixChapter: APPENDIX,
  Baseline: BASELINE,
  BaselineReference: BASELINES_ANSWER.shape.reference,
  BaselineSeconds: BASELINES_ANSWER.shape.humanSeconds,
  BaselineTokens: BASELINES_ANSWER.shape.tokens,
  BaselineTokensByAgent: BASELINES_ANSWER.shape.tokensByAgent,
  Baselines: BASELINES_ANSWER,
  Breakdown: BREAKDOWN,
  BreakdownHumanTime: BREAKDOWN.shape.humanTime,
  BreakdownTokens: BREAKDOWN.shape.tokens,
  BreakdownTurns: BREAKDOWN.shape.turns,
  BudgetStops: THROTTLE_ANSWER.shape.budgetStops,
  Budgets: BUDGETS_ANSWER,
  Card: CARD,
  ChatError: LAST_ERROR,
  Check: CHECK_ANSWER,
  CheckInAnswer: PENDING_ANSWER.shape.answered.unwrap(),
  CoachingChapter: COACHING,
  Comparison: COMPARISON,
  Delivery: DELIVERY_ANSWER,
  DetectorSum: OF_DETECTOR,
  Developer: DEVELOPER_ANSWER,
  Effect: EFFECT,
  ExpensiveSubSession: EXPENSIVE_SUB_SESSION,
  Figure: FIGURE,
  Guardrails: GUARDRAILS_ANSWER,
  Habit: HABIT,
  Histogram: HISTOGRAM,
  InputGap: INPUT_GAP,
  InputSpread: INPUT_SPREAD,
  InputSpreads: TEAM.shape.inputs,
  Interval: INTERVAL,
  Key: KEY_ANSWER,
  Labels: LABELS_ANSWER,
  Metrics: METRIC_ROW,
  MissingScores: MISSING,
  ModelCost: RIGHTSIZING.shape.models.element,
  ModelSpend: MODEL_SPEND,
  Narrative: NARRATIVE,
  NewKey: NEW_KEY,
  OverviewChapter: OVERVIEW,
  OverviewFindings: OVERVIEW.shape.findings,
  OverviewScores: OVERVIEW.shape.scores,
  PendingCheckIn: PENDING_ANSWER,
  PeopleMean: PEOPLE_MEAN,
  Passkey: PASSKEY_ANSWER,
  PasskeyOptions: OPTIONS,
  Person: PERSON_ROW,
  PriceTable: PRICE_TABLE,
  Place: PLACE_ANSWER,
  PromptAverages: PROMPT_AVERAGES,
  PromptChain: CHAIN_ROW,
  PromptsChapter: PROMPTS,
  QuotedPrompt: QUOTED_PROMPT,
  PurgedRows: PURGE_ANSWER,
  Recommendation: RECOMMENDATION,
  Recompute: RECOMPUTE_ANSWER,
  Report: REPORT,
  ReportJob: REPORT_JOB,
  Rightsizing: RIGHTSIZING,
  RightsizingChapter: RIGHTSIZING_CHAPTER,
  Rotation: ROTATION_ANSWER,
  RubricPart: RUBRIC_PART,
  RubricTrendPoint: RUBRIC_TREND_POINT,
  Schedule: SCHEDULE_ANSWER,
  ScheduleRun: RUN_ANSWER,
  Score: SCORE_ROW,
  ScoreAxis: SCORE_AXIS,
  ScoreDifference: DIFFERENCE,
  ScoreFigure: OVERVIEW.shape.scores.shape.speed,
  ScorePart: PART,
  SkillInput: INPUT_VALUE,
  ScoredPrompt: SCORED_PROMPT,
  ScoresChapter: SCORES,
  Session: LISTED_SESSION,
  SessionRetention: SESSION_RETENTION,
  Slack: SLACK_ANSWER,
  SlackApp: CHAT_ANSWER.shape.app,
  SlackWebhook: CHAT_ANSWER.shape.webhook,
  Spread: SPREAD,
  SubSession: SUB_SESSION_ROW,
  Summary: SUMMARY,
  SummedScore: SUMMED_SCORE,
  Team: TEAM,
  TeamHistograms: TEAM.shape.subSessions,
  TelemetryAttributes: PLAIN_ATTRIBUTES,
  TelemetryScope: RECORD_SCOPE,
  TeamMeans: TEAM.shape.means,
  TeamSpreads: TEAM.shape.scores,
  ThrottleChapter: THROTTLE,
  ThrottleEvent: EVENT,
  ThrottleModels: THROTTLE_ANSWER.shape.models,
  ThrottleSignals: THROTTLE_ANSWER.shape.signals,
  ThrottleSummary: THROTTLE_ANSWER.shape.summary,
  TestResult: TEST_ANSWER,
  TeamChange: TEAM.shape.change,
  ThrottleWeek: THROTTLE_ANSWER.shape.week,
  ThrottleWindows: THROTTLE_ANSWER.shape.windows,
  Tried: RECOMMENDATION.shape.comparison.shape.to,
  TrendScore: TREND_SCORE,
  TrendValue: TREND_VALUE,
  UsageAdoption: USAGE_ADOPTION,
  UsageForecast: USAGE_FORECAST,
  UsageRow: USAGE_ROW,
  UsageSums: USAGE_SUMS,
  WasteChapter: WASTE,
  Webhook: WEBHOOK_ANSWER,
};

/** What bodies of requests contain, by name. */
export const NAMED_REQUESTS: Readonly<Record<string, z.ZodType>> = {
  LabelsWish: LABELS_WISH,
  PlaceWish: PLACE_WISH,
};

/** Single values that parameters, requests or answers have in common, by name. */
export const NAMED_VALUES: Readonly<Record<string, z.ZodType>> = {
  Agent: z.enum(AGENTS),
  ActorKind: z.enum(ACTOR_KINDS),
  AuditAction: z.enum(AUDIT_ACTIONS),
  AlertKind: z.enum(RULE_KINDS),
  CheckId: CHECK_ANSWER.shape.id,
  Day: z.iso.date(),
  HabitId: HABIT_ID,
  Instant: z.iso.datetime(),
  Intent: z.enum(INTENTS),
  Pair: z.tuple([z.number(), z.number()]).nullable(),
  Points: z.number().min(0).max(100).nullable(),
  Recipients: RECIPIENTS,
  Outcome: z.enum(OUTCOMES),
  KeyScope: z.enum(SCOPES),
  Share: z.number().min(0).max(1).nullable(),
  ShownName: z.string().regex(SHOWN_NAME),
};
