/** What commands start or ask that is beyond the command line; `main.ts` hands it in. */
import type { Database } from "../database/open.ts";
import type { Appliance } from "../appliance/appliance.ts";
import type { ScoresPage, ScoresQuery } from "../scores/answer.ts";
import type { Team, TeamQuery } from "../scores/team/team-answer.ts";
import type { Settings } from "../settings/schema.ts";
import type { Log } from "../vocabulary/log.ts";
import type { Clock } from "../vocabulary/clock.ts";

export interface Program {
  clock: Clock;
  /** @throws An exception whose message says what to do. */
  startAppliance(settings: Settings, log: Log): Promise<Appliance>;
  /** One page of the score table, from a read-only connection. */
  listScores(database: Database, query: ScoresQuery): Promise<ScoresPage>;
  /** The scores of everyone, from the same connection. */
  readTeam(database: Database, query: TeamQuery): Promise<Team>;
}
