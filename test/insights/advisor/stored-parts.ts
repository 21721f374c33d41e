/** Sub-sessions of one turn each, as measuring saves them. */
import type { Database } from "../../../src/database/open.ts";
import { wholeSchema } from "../../whole-schema.ts";
import { named } from "../../session-names.ts";

/** Whose they are. */
export const SESSION = { organization: "org", session: named("s") };

/** Stores the sub-session of one turn. */
export async function storePart(
  database: Database,
  index: number,
  outcome: "reached" | "abandoned",
): Promise<void> {
  const whose = { ...SESSION, developer: "d", started_at: 0, ended_at: 0, title: null, size: 1, bucket: 0 };
  const boundary = { boundary_p: null, boundary_confidence: null, boundary_overridden: 0 as const };
  await wholeSchema(database)
    .insertInto("sub_sessions")
    .values({
      ...whose,
      ...boundary,
      id: `part ${index}`,
      agent: "claude-code",
      sub_session_index: index,
      first_turn: index + 1,
      last_turn: index + 1,
      outcome,
      scoreable: 1,
      state: "closed",
      boundary_kind: "session",
      non_trivial_turns: 1,
      tally: "[]",
      used: "[]",
    })
    .execute();
}
