/** The changes that the engine makes for routes, by name: it is the only regular writer of the database. */
import type { Database } from "../database/open.ts";
import type { Judge } from "../judge/question.ts";
import { testJudge } from "../judge/test-judge.ts";
import { type BaselinesRequest, setBaselines } from "../metrics/baselines/new-baselines.ts";
import type { Measurer } from "../sessions/measurer.ts";
import type { Redactor } from "../privacy/redactor.ts";
import { scorePrompt, type ScoreRequest } from "../rubric/on-demand/score-prompt.ts";
import { type RejudgeRequest, requestRejudge } from "../rubric/rejudging/keep-rejudging.ts";
import type { CheckSettings } from "../rubric/trial/read-check.ts";
import { requestRecompute } from "../metrics/baselines/recompute.ts";
import { overrideBoundary, type OverrideRequest } from "../sessions/override-boundary.ts";
import type { StartWindow } from "../metrics/baselines/restate-table.ts";
import { type MergeRequest, mergePeople } from "../insights/people/same-person.ts";
import { type NameRequest, nameDeveloper } from "../identity/developers/directory.ts";
import { revokeUnlessLast } from "../identity/keys/issue.ts";
import { runAdvisor, type RunRequest } from "../insights/advisor/run-advisor.ts";
import { voteOnCard, type VoteRequest } from "../insights/advisor/votes/cast-vote.ts";
import { type PurgeRequest, requestPurge } from "../insights/governance/request-purge.ts";
import {
  type BudgetsRequest,
  type GuardrailsRequest,
  setBudgets,
  setGuardrails,
} from "../insights/governance/limits/set-limits.ts";
import { cancelReport } from "../insights/reports/cancel-report.ts";
import type { ReportQuery } from "../insights/reports/find-report.ts";
import { type ReportRequest, requestReport } from "../insights/reports/request-report.ts";
import type { CheckInRequest } from "../insights/satisfaction/check-in.ts";
import { saveCheckIn } from "../insights/satisfaction/save-check-in.ts";
import {
  type ChangeRequest,
  changeSchedule,
  forgetSchedule,
  makeSchedule,
  type MakeRequest,
  runSchedule,
  type ScheduleName,
} from "../insights/schedules/change-schedules.ts";
import { listChannels } from "../insights/integrations/channels.ts";
import {
  connectApp,
  type ConnectRequest,
  connectWebhook,
  disconnect,
  type WebhookRequest,
} from "../insights/integrations/connect.ts";
import { describeConnections } from "../insights/integrations/describe-connections.ts";
import type { ChatParts } from "../insights/integrations/open-chat.ts";
import { testChat } from "../insights/integrations/test-chat.ts";
import { type KeyWish, makeKey } from "../insights/people/new-key.ts";
import { endSignIn, startSignIn } from "../identity/sign-ins/sign-in.ts";
import { inTransaction } from "../database/transaction.ts";
import { type AnswerOf, type AskedOf, type Asks, asksBy } from "./asks.ts";
import type { Clock } from "../vocabulary/clock.ts";

/** What the engine makes changes with. */
export interface ChangeParts {
  database: Database;
  clock: Clock;
  measurer: Measurer;
  /** Where the journal of purges is. */
  journalPath: string;
  /** Asks the language model. */
  judge: Judge;
  /** What the settings say of the model's check. */
  modelCheck: CheckSettings;
  /** Speaks to the chat tool. */
  chat: ChatParts;
  /** Removes what no model may see. */
  redactor: Redactor;
}

/** Makes one change; what goes in and comes out is copied between threads. */
export type Change<Asked, Answer> = (parts: ChangeParts, asked: Asked) => Promise<Answer>;

/** Every change that the engine knows. */
export const CHANGES = {
  setBaselines: ({ database, clock }: ChangeParts, asked: BaselinesRequest) =>
    setBaselines(database, asked, clock()),
  requestRecompute: ({ database, clock }: ChangeParts, asked: StartWindow) =>
    requestRecompute(database, asked, clock()),
  overrideBoundary: (parts: ChangeParts, asked: OverrideRequest) => overrideBoundary(parts, asked),
  mergePeople: ({ database }: ChangeParts, asked: MergeRequest) =>
    inTransaction(database, "full", (transaction) => mergePeople(transaction, asked)),
  nameDeveloper: ({ database }: ChangeParts, asked: NameRequest) =>
    inTransaction(database, "full", (transaction) => nameDeveloper(transaction, asked)),
  requestPurge: (parts: ChangeParts, asked: PurgeRequest) => requestPurge(parts, asked),
  makeKey: ({ database, clock }: ChangeParts, asked: KeyWish) =>
    inTransaction(database, "full", (transaction) => makeKey(transaction, asked, clock())),
  revokeKey: ({ database, clock }: ChangeParts, asked: { id: string; organizationId: string }) =>
    inTransaction(database, "full", (transaction) => revokeUnlessLast(transaction, asked, clock())),
  startSignIn: ({ database, clock }: ChangeParts, asked: { keyId: string }) =>
    inTransaction(database, "full", (transaction) => startSignIn(transaction, asked, clock())),
  endSignIn: ({ database }: ChangeParts, asked: { token: string }) =>
    inTransaction(database, "full", (transaction) => endSignIn(transaction, asked)),
  voteOnCard: (parts: ChangeParts, asked: VoteRequest) => voteOnCard(parts, asked),
  runAdvisor: (parts: ChangeParts, asked: RunRequest) => runAdvisor(parts, asked),
  setBudgets: ({ database, clock }: ChangeParts, asked: BudgetsRequest) =>
    setBudgets(database, asked, clock()),
  setGuardrails: ({ database, clock }: ChangeParts, asked: GuardrailsRequest) =>
    setGuardrails(database, asked, clock()),
  saveCheckIn: (parts: ChangeParts, asked: CheckInRequest) => saveCheckIn(parts, asked),
  requestReport: (parts: ChangeParts, asked: ReportRequest) => requestReport(parts, asked),
  cancelReport: (parts: ChangeParts, asked: ReportQuery) => cancelReport(parts, asked),
  makeSchedule: ({ database, clock }: ChangeParts, asked: MakeRequest) =>
    makeSchedule(database, asked, clock()),
  changeSchedule: ({ database, clock }: ChangeParts, asked: ChangeRequest) =>
    changeSchedule(database, asked, clock()),
  deleteSchedule: ({ database }: ChangeParts, asked: ScheduleName) => forgetSchedule(database, asked),
  runSchedule: ({ database, clock }: ChangeParts, asked: ScheduleName) =>
    runSchedule(database, asked, clock()),
  scorePrompt: (parts: ChangeParts, asked: ScoreRequest) => scorePrompt(parts, asked),
  requestRejudge: ({ database, clock }: ChangeParts, asked: RejudgeRequest) =>
    requestRejudge(database, asked, clock()),
  testJudge: ({ judge }: ChangeParts, asked: { organizationId: string }) =>
    testJudge(judge, asked.organizationId),
  // of the engine, because it alone has the key of what Slack gave out
  describeChat: ({ chat }: ChangeParts, asked: { organizationId: string }) =>
    describeConnections(chat, asked),
  connectChat: ({ chat }: ChangeParts, asked: ConnectRequest) => connectApp(chat, asked),
  connectWebhook: ({ chat }: ChangeParts, asked: WebhookRequest) => connectWebhook(chat, asked),
  disconnectChat: ({ chat }: ChangeParts, asked: { organizationId: string }) => disconnect(chat, asked),
  listChatChannels: ({ chat }: ChangeParts, asked: { organizationId: string }) => listChannels(chat, asked),
  testChat: ({ chat }: ChangeParts, asked: { organizationId: string; channel: string | null }) =>
    testChat(chat, asked),
};

/** The changes' names. */
export type ChangeName = keyof typeof CHANGES;

/** Those that wait for the language model or the chat tool; they are given longer than the others. */
export const ASKING_OTHERS: ReadonlySet<ChangeName> = new Set<ChangeName>([
  "testJudge",
  "scorePrompt",
  "runAdvisor",
  "connectChat",
  "disconnectChat",
  "listChatChannels",
  "testChat",
]);

/** What a change is asked. */
export type ChangeAsked<Name extends ChangeName> = AskedOf<typeof CHANGES, Name>;

/** What a change answers. */
export type ChangeAnswer<Name extends ChangeName> = AnswerOf<typeof CHANGES, Name>;

/** Every change as a function. */
export type ApiChanges = Asks<typeof CHANGES>;

/** Makes the functions from one that asks for any change by its name. */
export function changesBy(
  ask: <Name extends ChangeName>(name: Name, asked: ChangeAsked<Name>) => Promise<ChangeAnswer<Name>>,
): ApiChanges {
  return asksBy(CHANGES, ask);
}
