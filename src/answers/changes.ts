/** The changes that the engine makes for routes, by name: it is the only regular writer of the database. */
import type { Database } from "../database/open.ts";
import { type BaselinesRequest, setBaselines } from "../metrics/baselines/new-baselines.ts";
import type { Measurer } from "../sessions/measurer.ts";
import { requestRecompute } from "../metrics/baselines/recompute.ts";
import { overrideBoundary, type OverrideRequest } from "../sessions/override-boundary.ts";
import type { StartWindow } from "../metrics/baselines/restate-table.ts";
import { type MergeRequest, mergePeople } from "../insights/people/same-person.ts";
import { inTransaction } from "../database/transaction.ts";
import { type AnswerOf, type AskedOf, type Asks, asksBy } from "./asks.ts";
import type { Clock } from "../vocabulary/clock.ts";

/** What the engine makes changes with. */
export interface ChangeParts {
  database: Database;
  clock: Clock;
  measurer: Measurer;
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
};

/** The changes' names. */
export type ChangeName = keyof typeof CHANGES;

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
