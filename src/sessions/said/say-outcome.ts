/** A person's word on how a sub-session ended. It is shown next to what was measured, and no score uses it. */
import type { Database } from "../../database/open.ts";
import { inTransaction } from "../../database/transaction.ts";
import { actorOf, type Caller } from "../../identity/caller.ts";
import type { Redactor } from "../../privacy/redactor.ts";
import type { SaidOutcome } from "../../turns/outcomes/said-outcome.ts";
import { forgetSaidOutcome, type SaidOutcomeRow, saveSaidOutcome } from "../../turns/outcomes/said-table.ts";
import { readSessionDeveloper, readSessionOf } from "../../turns/table.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import { mayDecide } from "./may-decide.ts";

/** What is said, and by whom. */
export interface OutcomeRequest {
  caller: Caller;
  subSessionId: string;
  /** null takes back what was said. */
  outcome: SaidOutcome | null;
  note: string | null;
}

/** Why nothing was changed. A sub-session that the caller may not read is unknown. */
export interface OutcomeProblem {
  kind: "not_allowed" | "unknown_sub_session";
}

/** What keeping it needs. */
export interface OutcomeParts {
  database: Database;
  clock: Clock;
  redactor: Pick<Redactor, "text">;
}

/**
 * Keeps the word in the place of an earlier one.
 *
 * @returns What is said now; null where it was taken back.
 */
export async function sayOutcome(
  { database, clock, redactor }: OutcomeParts,
  { caller, subSessionId, outcome, note }: OutcomeRequest,
): Promise<Result<SaidOutcomeRow | null, OutcomeProblem>> {
  if (caller.role !== "admin" && caller.developerId === null) return fail({ kind: "not_allowed" });
  const organization = caller.organizationId;
  return inTransaction(database, "full", async (transaction) => {
    const session = await readSessionOf(transaction, organization, subSessionId);
    if (session === null) return fail({ kind: "unknown_sub_session" });
    const developer = await readSessionDeveloper(transaction, organization, session);
    if (developer === null || !(await mayDecide(transaction, caller, developer)))
      return fail({ kind: "unknown_sub_session" });
    if (outcome === null) {
      await forgetSaidOutcome(transaction, subSessionId);
      return succeed(null);
    }
    const row = {
      sub_session: subSessionId,
      organization,
      session,
      outcome,
      note: note === null ? null : redactor.text(note.toWellFormed(), "written"),
      key: actorOf(caller),
      said_at: clock(),
    };
    await saveSaidOutcome(transaction, row);
    return succeed(row);
  });
}
