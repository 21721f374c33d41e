/** Finds and changes single turns by their places in their sessions. */
import type { Database } from "../database/open.ts";
import { engineOf, type SessionOf } from "../database/engine.ts";
import { changeSessionRows } from "../database/session-rows.ts";
import { tables } from "../database/table-shape.ts";
import type { SessionName } from "../vocabulary/held-name.ts";
import { turnIdOf, TURNS } from "./create-tables.ts";

/** Whether a turn, by its place, is a repair turn. */
export interface TurnRepair extends SessionOf {
  turn: number;
  repair: boolean;
}

/** Notes which turns are repair turns; returns those for which that changed. */
export async function saveRepairs(database: Database, repairs: readonly TurnRepair[]): Promise<TurnRepair[]> {
  const changes = repairs.map(({ organization, session, turn, repair }) => ({
    where: { organization, session, turn_index: turn },
    set: { repair: Number(repair) },
  }));
  const changed = await changeSessionRows(database, TURNS, changes);
  return changed.map(({ organization, session, turn_index: turn, repair }) => {
    return { organization, session, turn, repair: repair === 1 };
  });
}

/** Returns the ids of the turns of sessions, by session, then index. */
export async function readTurnIds(
  database: Database,
  organization: string,
  sessions: readonly SessionName[],
): Promise<Map<SessionName, Map<number, string>>> {
  const rows = await tables(database, TURNS)
    .selectFrom("turns")
    .select(["organization", "session", "turn_index", "event"])
    .where("organization", "=", organization)
    .where("session", "in", engineOf(database).listOf(sessions))
    .execute();
  const bySession = Map.groupBy(rows, ({ session }) => session);
  return new Map(
    [...bySession].map(([session, own]) => [
      session,
      new Map(own.map((row) => [row.turn_index, turnIdOf(row)])),
    ]),
  );
}
