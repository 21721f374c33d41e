/** A person's word on a boundary: kept for the prompt, and the session measured again at once. */
import type { Database } from "../database/open.ts";
import { inTransaction } from "../database/transaction.ts";
import type { Caller } from "../identity/caller.ts";
import { readDevelopers } from "../identity/developers/directory.ts";
import { saveOverride } from "../turns/overrides-table.ts";
import type { BoundaryOverride } from "../turns/split.ts";
import { readPrompts, readSessionDeveloper } from "../turns/table.ts";
import type { Clock } from "../vocabulary/clock.ts";
import { fail, type Result, succeed } from "../vocabulary/result.ts";
import type { Measurer } from "./measurer.ts";

/** What is asked for, and by whom. */
export interface OverrideRequest {
  caller: Caller;
  sessionId: string;
  turnIndex: number;
  action: BoundaryOverride["action"];
  note: string | null;
}

/** Why it is not done. A session that the caller may not know of is unknown. */
export interface OverrideProblem {
  kind: "not_allowed" | "unknown_session" | "unknown_turn" | "first_prompt";
}

/** Keeps the word and measures the session again. Saying it once more changes nothing. */
export async function overrideBoundary(
  { database, clock, measurer }: { database: Database; clock: Clock; measurer: Measurer },
  request: OverrideRequest,
): Promise<Result<null, OverrideProblem>> {
  const { caller, sessionId, action, note } = request;
  const organization = caller.organizationId;
  const prompt = await promptOf(database, request);
  if (!prompt.ok) return prompt;
  const said = { promptEventId: prompt.value, action, note, keyId: caller.keyId, saidAt: clock() };
  await inTransaction(database, "full", (transaction) =>
    saveOverride(transaction, { organization, session: sessionId, ...said }),
  );
  await measurer.measure([{ organization, session: sessionId }]);
  return succeed(null);
}

async function promptOf(
  database: Database,
  { caller, sessionId, turnIndex }: OverrideRequest,
): Promise<Result<string, OverrideProblem>> {
  if (caller.role !== "admin" && caller.developerId === null) return fail({ kind: "not_allowed" });
  const developer = await readSessionDeveloper(database, caller.organizationId, sessionId);
  if (developer === null || !(await mayDecide(database, caller, developer)))
    return fail({ kind: "unknown_session" });
  const prompts = await readPrompts(database, caller.organizationId, sessionId);
  const position = prompts.findIndex((prompt) => prompt.turnIndex === turnIndex);
  const prompt = prompts[position];
  if (prompt === undefined) return fail({ kind: "unknown_turn" });
  return position === 0 ? fail({ kind: "first_prompt" }) : succeed(prompt.id);
}

async function mayDecide(database: Database, caller: Caller, developer: string): Promise<boolean> {
  if (caller.role === "admin") return true;
  const developers = await readDevelopers(database, caller.organizationId);
  const own = developers.get(caller.developerId ?? "")?.id;
  return own !== undefined && own === developers.get(developer)?.id;
}
