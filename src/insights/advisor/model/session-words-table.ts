/** Reads what the judge model sees of a session. */
import { sql } from "kysely";
import type { SessionOf } from "../../../database/engine.ts";
import type { Database } from "../../../database/open.ts";
import { tables } from "../../../database/table-shape.ts";
import { PROMPTS } from "../../../rubric/prompts/prompts-table.ts";
import { SUB_SESSIONS } from "../../../turns/create-tables.ts";
import type { Outcome } from "../../../turns/outcomes/outcome-kind.ts";
import { derivedId } from "../../../vocabulary/hash.ts";
import { LONGEST_PROMPT, type SummaryPart } from "./summary-question.ts";

/** A session as it is now. */
export interface SessionWords extends SessionOf {
  /** Another one after each change of its turns. */
  state: string;
  /** Whether all of it is closed for good. */
  isOver: boolean;
  parts: SummaryPart[];
}

/** One character more than is shown, so that it shows where there is more. */
const BEGINNING = sql<string | null>`substr(text, 1, ${sql.lit(LONGEST_PROMPT + 1)})`;

/** Returns null for a session that is not there, or not any more. */
export async function readSessionWords(
  database: Database,
  { organization, session }: SessionOf,
): Promise<SessionWords | null> {
  const view = tables(database, SUB_SESSIONS, PROMPTS);
  const subSessions = await view
    .selectFrom("sub_sessions")
    .select(["id", "outcome", "state", "first_turn", "last_turn", "non_trivial_turns"])
    .where("organization", "=", organization)
    .where("session", "=", session)
    .orderBy("sub_session_index")
    .execute();
  if (subSessions.length === 0) return null;
  const prompts = await view
    .selectFrom("prompts")
    .select(["turn_index", BEGINNING.as("text")])
    .where("organization", "=", organization)
    .where("session", "=", session)
    .orderBy("turn_index")
    .execute();
  const textsOf = (first: number, last: number): string[] =>
    prompts.flatMap(({ turn_index, text }) =>
      text !== null && text.trim() !== "" && turn_index >= first && turn_index <= last ? [text] : [],
    );
  return {
    organization,
    session,
    state: derivedId("session", ...subSessions.flatMap(({ id, last_turn }) => [id, last_turn])),
    isOver: subSessions.every(({ state }) => state === "closed"),
    parts: subSessions.map(({ id, outcome, first_turn, last_turn, non_trivial_turns }) => ({
      subSession: id,
      outcome,
      turns: non_trivial_turns,
      prompts: textsOf(first_turn, last_turn),
    })),
  };
}

/**
 * Returns how the session's last sub-session ended; null for a session that is not there, or not any more.
 */
export async function readLastOutcome(
  database: Database,
  { organization, session }: SessionOf,
): Promise<Outcome | null> {
  const last = await tables(database, SUB_SESSIONS)
    .selectFrom("sub_sessions")
    .select("outcome")
    .where("organization", "=", organization)
    .where("session", "=", session)
    .orderBy("sub_session_index", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.outcome ?? null;
}
