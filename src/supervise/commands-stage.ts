/** Commands work on the database while the server runs, and cannot wake anybody: this stage notices for them. */
import { whenChanged } from "../database/changes.ts";
import type { Database } from "../database/open.ts";
import { restFor, type Stage } from "../vocabulary/stage.ts";
import { SECOND, type Milliseconds } from "../vocabulary/units.ts";

const LOOK_EVERY_MS: Milliseconds = 2 * SECOND;

/** Wakes the stages after it when another connection has changed the database. */
export function commandsStage(database: Database): Stage {
  let isChanged = false;
  const look = whenChanged(database, async () => void (isChanged = true));
  return {
    name: "commands",
    failing: "could not see whether a command has changed the database; it is tried again",
    async step() {
      isChanged = false;
      await look();
      return restFor(LOOK_EVERY_MS, { didWork: isChanged });
    },
  };
}
