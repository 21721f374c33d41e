/** What sub-sessions that are as examples are called, and where they begin. */
import type { Database } from "../../database/open.ts";
import { tables } from "../../database/table-shape.ts";
import { SUB_SESSIONS } from "../../turns/create-tables.ts";

/** A sub-session as a link shows it. */
export interface NamedSubSession {
  id: string;
  title: string | null;
  firstTurn: number;
}

/** Returns those of the sub-sessions that are there. */
export async function readNamed(
  database: Database,
  organization: string,
  ids: readonly string[],
): Promise<NamedSubSession[]> {
  if (ids.length === 0) return [];
  return tables(database, SUB_SESSIONS)
    .selectFrom("sub_sessions")
    .select(["id", "title", "first_turn as firstTurn"])
    .where("id", "in", ids)
    .where("organization", "=", organization)
    .execute();
}
