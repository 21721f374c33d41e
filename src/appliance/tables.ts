/** Every table of the database, in the order in which the data flows through them. */
import { counterTables } from "../database/jobs/counters-table.ts";
import { leaseTables } from "../database/leases/leases-table.ts";
import { labelRenameTables } from "../database/labels/label-renames-table.ts";
import { sessionLabelTables } from "../database/labels/session-labels-table.ts";
import type { TableSet } from "../database/prepare.ts";
import { IDENTITY_TABLES } from "../identity/tables.ts";
import { judgeTables } from "../judge/ledger-table.ts";
import { cardTables } from "../insights/advisor/cards-table.ts";
import { alertTables } from "../insights/alerts/alerts-table.ts";
import { limitTables } from "../insights/governance/limits/limits-table.ts";
import { reportTables } from "../insights/reports/reports-table.ts";
import { chatTables } from "../insights/integrations/connections-table.ts";
import { webhookTables } from "../insights/integrations/webhooks/webhooks-table.ts";
import { seenTables } from "../insights/advisor/seen/seen-table.ts";
import { modelTrialTables } from "../insights/rightsizing/trials/model-trials-table.ts";
import { checkInTables } from "../insights/satisfaction/check-ins-table.ts";
import { scheduleTables } from "../insights/schedules/schedules-table.ts";
import { voteTables } from "../insights/advisor/votes/votes-table.ts";
import { purgeTables } from "../insights/governance/journal-table.ts";
import { goingOnTables } from "../ingest/imports/going-on-table.ts";
import { importTables } from "../ingest/imports/imports-table.ts";
import { activityTables } from "../metrics/flow/activity-table.ts";
import { baselinesTables } from "../metrics/baselines/baselines-table.ts";
import { recomputeTables } from "../metrics/baselines/recompute-table.ts";
import { spendTables } from "../spend/spend-table.ts";
import { usageDayTables } from "../spend/usage/usage-days-table.ts";
import { formulasTables } from "../metrics/formulas-table.ts";
import { accountsTables } from "../metrics/accounts/accounts-table.ts";
import { metricsTables } from "../metrics/table.ts";
import { neighbourTables } from "../normaliser/neighbours/neighbours-table.ts";
import { rescoreTables } from "../normaliser/rescore/rescore-table.ts";
import { setAsideTables } from "../normaliser/set-aside-table.ts";
import { normaliserTables } from "../normaliser/table.ts";
import { checkAnswerTables } from "../rubric/trial/answers-table.ts";
import { rejudgingTables } from "../rubric/rejudging/rejudgings-table.ts";
import { trialTables } from "../rubric/trial/trials-table.ts";
import { scoreDayTables } from "../metrics/changed-days/score-days-table.ts";
import { troubleDayTables } from "../stalls/changed-days-table.ts";
import { retryTables } from "../stalls/retries-table.ts";
import { callHourTables } from "../turns/latency/call-hours-table.ts";
import { coverageTables } from "../turns/coverage/coverage-table.ts";
import { lookTables } from "../turns/boundaries/looks-table.ts";
import { askedTables } from "../rubric/prompts/asked-table.ts";
import { judgementTables } from "../rubric/prompts/judgements-table.ts";
import { promptDayTables } from "../rubric/days/days-table.ts";
import { promptTables } from "../rubric/prompts/prompts-table.ts";
import { waitTables } from "../rubric/prompts/waits-table.ts";
import { closingTables } from "../sessions/closings-table.ts";
import { endingTables } from "../sessions/endings-table.ts";
import { saidOutcomeTables } from "../turns/outcomes/said-table.ts";
import { summaryTextTables } from "../turns/titles/summary-texts-table.ts";
import { titleTables } from "../turns/titles/titles-table.ts";
import { overrideTables } from "../sessions/said/overrides-table.ts";
import { turnTables } from "../turns/table.ts";
import { progressTables } from "../books/progress-table.ts";
import { answerTextTables } from "../catalogue/answer-texts-table.ts";
import { catalogueTables } from "../catalogue/table.ts";
import { arrivalTables } from "../writer/arrivals/doubts-table.ts";
import { upkeepTables } from "../writer/upkeep/table.ts";

export const ALL_TABLES = [
  counterTables,
  leaseTables,
  labelRenameTables,
  ...IDENTITY_TABLES,
  judgeTables,
  trialTables,
  checkAnswerTables,
  rejudgingTables,
  progressTables,
  importTables,
  goingOnTables,
  catalogueTables,
  answerTextTables,
  upkeepTables,
  arrivalTables,
  rescoreTables,
  normaliserTables,
  neighbourTables,
  setAsideTables,
  overrideTables,
  turnTables,
  lookTables,
  callHourTables,
  coverageTables,
  sessionLabelTables,
  judgementTables,
  askedTables,
  waitTables,
  promptTables,
  promptDayTables,
  baselinesTables,
  recomputeTables,
  accountsTables,
  metricsTables,
  formulasTables,
  spendTables,
  usageDayTables,
  scoreDayTables,
  activityTables,
  closingTables,
  endingTables,
  titleTables,
  summaryTextTables,
  saidOutcomeTables,
  cardTables,
  voteTables,
  seenTables,
  modelTrialTables,
  checkInTables,
  reportTables,
  limitTables,
  scheduleTables,
  alertTables,
  chatTables,
  webhookTables,
  retryTables,
  troubleDayTables,
  purgeTables,
] as const satisfies readonly TableSet[];
