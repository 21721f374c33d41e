/** What commands start or ask that lies beyond the command line; `main.ts` hands it in. */
import type { Database } from "../database/open.ts";
import type { Appliance } from "../appliance/start.ts";
import type { ScoresPage, ScoresQuery } from "../scores/answer.ts";
import type { Settings } from "../settings/schema.ts";
import type { Log } from "../vocabulary/log.ts";
import type { Clock } from "../vocabulary/clock.ts";
import type { ExitCode } from "./terminal.ts";
import type { Speaker } from "./text/speaker.ts";

/** What the demo is told. */
export interface DemoOptions {
  keep: boolean;
  json: boolean;
}

export interface Program {
  clock: Clock;
  /** Fails: an exception whose message tells a person what to do. */
  startAppliance(settings: Settings, log: Log): Promise<Appliance>;
  runDemo(options: DemoOptions, speaker: Speaker): Promise<ExitCode>;
  /** One page of the score table, from a read-only connection. */
  listScores(database: Database, query: ScoresQuery): Promise<ScoresPage>;
}
