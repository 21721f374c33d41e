/** A person's correction of a boundary: it is kept for the prompt, and the session is computed again at once. */
import type { Database } from "../../database/open.ts";
import { inTransaction } from "../../database/transaction.ts";
import { actorOf, type Caller } from "../../identity/caller.ts";
import { AFTER_BATCHES, markDirty } from "../../normaliser/dirty-table.ts";
import { findSessionNames } from "../../normaliser/table.ts";
import { saveOverride } from "./overrides-table.ts";
import type { BoundaryOverride } from "../../turns/boundaries/split.ts";
import { readPrompts, readSessionDeveloper, readSessionOf } from "../../turns/table.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import { mayDecide } from "./may-decide.ts";
import type { Measurer } from "../measurer.ts";
import type { AgentSessionId, SessionName } from "../../vocabulary/held-name.ts";

/** What is asked for, and by whom. */
export interface OverrideRequest {
  caller: Caller;
  /** As the agent gave it; several sessions may have it. */
  sessionId: AgentSessionId;
  /** A sub-session of the session; null where only one session has this id. */
  subSessionId: string | null;
  turnIndex: number;
  action: BoundaryOverride["action"];
  note: string | null;
}

/** Why nothing was changed. A session that the caller may not read is unknown. */
export interface OverrideProblem {
  kind: "not_allowed" | "unknown_session" | "ambiguous_session" | "unknown_turn" | "first_prompt";
}

/**
 * Keeps the correction and computes the session again. The same correction again changes nothing.
 *
 * @returns The session's name.
 */
export async function overrideBoundary(
  { database, clock, measurer }: { database: Database; clock: Clock; measurer: Measurer },
  request: OverrideRequest,
): Promise<Result<SessionName, OverrideProblem>> {
  const { caller, action, note } = request;
  const organization = caller.organizationId;
  const found = await sessionMeant(database, request);
  if (!found.ok) return found;
  const session = found.value;
  const prompt = await promptOf(database, { organization, session, turnIndex: request.turnIndex });
  if (!prompt.ok) return prompt;
  const said = { promptEventId: prompt.value, action, note, actorId: actorOf(caller), saidAt: clock() };
  await inTransaction(database, "full", async (transaction) => {
    await saveOverride(transaction, { organization, session, ...said });
    // if the program ends before the computation, it is done later
    await markDirty(transaction, [{ organization, session, sequence: AFTER_BATCHES }]);
  });
  await measurer.measure([{ organization, session }]);
  return succeed(session);
}

/** Returns the only session with this id that the caller may correct, or the one that the sub-session is in. */
async function sessionMeant(
  database: Database,
  { caller, sessionId, subSessionId }: OverrideRequest,
): Promise<Result<SessionName, OverrideProblem>> {
  if (caller.role !== "admin" && caller.developerId === null) return fail({ kind: "not_allowed" });
  const organization = caller.organizationId;
  const named = await findSessionNames(database, organization, sessionId);
  const only = subSessionId === null ? null : await readSessionOf(database, organization, subSessionId);
  const meant = subSessionId === null ? named : named.filter((session) => session === only);
  const [session, ...others] = await decidable(database, caller, meant);
  if (session === undefined) return fail({ kind: "unknown_session" });
  return others.length === 0 ? succeed(session) : fail({ kind: "ambiguous_session" });
}

async function decidable(
  database: Database,
  caller: Caller,
  sessions: readonly SessionName[],
): Promise<SessionName[]> {
  const found: SessionName[] = [];
  for (const session of sessions) {
    const developer = await readSessionDeveloper(database, caller.organizationId, session);
    if (developer !== null && (await mayDecide(database, caller, developer))) found.push(session);
  }
  return found;
}

async function promptOf(
  database: Database,
  { organization, session, turnIndex }: { organization: string; session: SessionName; turnIndex: number },
): Promise<Result<string, OverrideProblem>> {
  const prompts = await readPrompts(database, organization, session);
  const position = prompts.findIndex((prompt) => prompt.turnIndex === turnIndex);
  const prompt = prompts[position];
  if (prompt === undefined) return fail({ kind: "unknown_turn" });
  return position === 0 ? fail({ kind: "first_prompt" }) : succeed(prompt.id);
}
