/** The id that an agent gave a session, taken in SQL from the name under which the session is kept. */
import { type RawBuilder, sql } from "kysely";
import { ID_POSITION, type AgentSessionId } from "../vocabulary/held-name.ts";
import { type Database, engineOf } from "./engine.ts";

/** @param column - The column of the name, and the characters that are before the name. */
export function idOfName(database: Database, column: string, before = 0): RawBuilder<AgentSessionId> {
  return engineOf(database).idInName(sql.ref(column), before + ID_POSITION);
}
