/** The changes that the engine makes for routes, by name: it is the only regular writer of the database. */
import { atThisTime, inOneTransaction } from "../database/asked.ts";
import type { Database } from "../database/open.ts";
import { IDENTITY_CHANGES } from "../identity/queries.ts";
import { INSIGHTS_CHANGES } from "../insights/changes.ts";
import { beginImport } from "../ingest/imports/begin-import.ts";
import { deleteImport } from "../ingest/imports/going-on-table.ts";
import type { ChatParts } from "../insights/integrations/open-chat.ts";
import type { Judge } from "../judge/question.ts";
import { testJudge } from "../judge/test-judge.ts";
import { setBaselines } from "../metrics/baselines/new-baselines.ts";
import { requestRecompute } from "../metrics/baselines/recompute.ts";
import type { Redactor } from "../privacy/redactor.ts";
import { RUBRIC_CHANGES } from "../rubric/queries.ts";
import type { CheckSettings } from "../rubric/trial/read-check.ts";
import type { Measurer } from "../sessions/measurer.ts";
import { renameLabel } from "../sessions/labels/rename-label.ts";
import { overrideBoundary } from "../sessions/said/override-boundary.ts";
import { sayOutcome } from "../sessions/said/say-outcome.ts";
import type { Clock } from "../vocabulary/clock.ts";
import { recordFailedSignIn, recordSettings } from "./record-server.ts";
import { type AnswerOf, type AskedOf, type Asks, asksBy } from "./asks.ts";

/** What the engine makes changes with. */
export interface ChangeParts {
  database: Database;
  clock: Clock;
  measurer: Measurer;
  /** Where the journal of purges is. */
  journalPath: string;
  /** Asks the judge model. */
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
  overrideBoundary,
  sayOutcome,
  testJudge: ({ judge }: ChangeParts, asked: { organizationId: string }) =>
    testJudge(judge, asked.organizationId),
  ...atThisTime({ setBaselines, requestRecompute }),
  ...inOneTransaction({
    recordFailedSignIn,
    recordSettings,
    renameLabel,
    beginImport,
    endImport: deleteImport,
  }),
  ...IDENTITY_CHANGES,
  ...RUBRIC_CHANGES,
  ...INSIGHTS_CHANGES,
};

/** The changes' names. */
export type ChangeName = keyof typeof CHANGES;

/** Those that wait for the judge model or the chat tool; they are given longer than the others. */
export const ASKING_OTHERS: ReadonlySet<ChangeName> = new Set<ChangeName>([
  "testJudge",
  "scorePrompt",
  "runAdvisor",
  "connectChat",
  "disconnectChat",
  "listChatChannels",
  "testChat",
  "testAlertRule",
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
