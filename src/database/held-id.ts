/** The id that an agent gave a session, taken in SQL from the name under which the session is kept. */
import { type RawBuilder, sql } from "kysely";
import { ID_POSITION, type AgentSessionId } from "../vocabulary/held-name.ts";

/** @param column - The column of the name, and the characters that are before the name. */
export function idOfName(column: string, before = 0): RawBuilder<AgentSessionId> {
  return sql<AgentSessionId>`substr(${sql.ref(column)}, ${sql.lit(before + ID_POSITION)})`;
}
