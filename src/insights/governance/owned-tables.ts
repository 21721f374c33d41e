/** The tables whose rows are somebody's: a purge deletes a person's rows from each of them. */
import { sessionLabelTables } from "../../database/labels/session-labels-table.ts";
import type { TableShape } from "../../database/columns.ts";
import type { TableSet } from "../../database/prepare.ts";
import { USER_ACCOUNT_TABLES } from "../../identity/accounts/table.ts";
import { PASSKEY_TABLES } from "../../identity/passkeys/table.ts";
import { answerTextTables } from "../../catalogue/answer-texts-table.ts";
import { accountsTables } from "../../metrics/accounts/accounts-table.ts";
import { metricsTables } from "../../metrics/table.ts";
import { scoreDayTables } from "../../metrics/changed-days/score-days-table.ts";
import { activityTables } from "../../metrics/flow/activity-table.ts";
import { neighbourTables } from "../../normaliser/neighbours/neighbours-table.ts";
import { setAsideTables } from "../../normaliser/set-aside-table.ts";
import { normaliserTables, SESSIONS } from "../../normaliser/table.ts";
import { askedTables } from "../../rubric/prompts/asked-table.ts";
import { judgementTables } from "../../rubric/prompts/judgements-table.ts";
import { promptTables } from "../../rubric/prompts/prompts-table.ts";
import { waitTables } from "../../rubric/prompts/waits-table.ts";
import { closingTables } from "../../sessions/closings-table.ts";
import { endingTables } from "../../sessions/endings-table.ts";
import { overrideTables } from "../../sessions/said/overrides-table.ts";
import { spendTables } from "../../spend/spend-table.ts";
import { retryTables } from "../../stalls/retries-table.ts";
import { lookTables } from "../../turns/boundaries/looks-table.ts";
import { coverageTables } from "../../turns/coverage/coverage-table.ts";
import { callHourTables } from "../../turns/latency/call-hours-table.ts";
import { turnTables } from "../../turns/table.ts";
import { saidOutcomeTables } from "../../turns/outcomes/said-table.ts";
import { summaryTextTables } from "../../turns/titles/summary-texts-table.ts";
import { titleTables } from "../../turns/titles/titles-table.ts";
import { alertTables } from "../alerts/alerts-table.ts";
import { cardTables } from "../advisor/cards-table.ts";
import { voteTables } from "../advisor/votes/votes-table.ts";
import { reportTables } from "../reports/reports-table.ts";
import { seenTables } from "../advisor/seen/seen-table.ts";
import { checkInTables } from "../satisfaction/check-ins-table.ts";
import { scheduleTables } from "../schedules/schedules-table.ts";

const SETS: readonly TableSet[] = [
  answerTextTables,
  normaliserTables,
  neighbourTables,
  setAsideTables,
  overrideTables,
  turnTables,
  lookTables,
  callHourTables,
  coverageTables,
  sessionLabelTables,
  titleTables,
  summaryTextTables,
  saidOutcomeTables,
  judgementTables,
  askedTables,
  waitTables,
  promptTables,
  metricsTables,
  scoreDayTables,
  activityTables,
  retryTables,
  spendTables,
  closingTables,
  endingTables,
  cardTables,
  voteTables,
  seenTables,
  checkInTables,
  reportTables,
  scheduleTables,
  alertTables,
  USER_ACCOUNT_TABLES,
  PASSKEY_TABLES,
  // late: when their rows go, sessions that stay are measured again, without all that is gone
  accountsTables,
];

const OWNED: readonly TableShape[] = SETS.flatMap(({ tables }) => tables).filter(
  ({ owner }) => owner.length > 0,
);

/**
 * Every table that declares an owner. Sessions come last: by their rows a purge that was broken off finds out whose the
 * rest is.
 */
export const OWNED_TABLES: readonly TableShape[] = [
  ...OWNED.filter(({ name }) => name !== SESSIONS.name),
  ...OWNED.filter(({ name }) => name === SESSIONS.name),
];
