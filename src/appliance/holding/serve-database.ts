/** Shows in a database that several processes use that this server uses it, as long as it runs. */
import { type DatabaseHold, holdDatabase } from "../../database/serving/hold-database.ts";
import { databaseName, openDatabaseOf, type StoreSettings } from "../../stores.ts";
import { describeError, type Log } from "../../vocabulary/log.ts";
import { type Milliseconds, SECOND } from "../../vocabulary/units.ts";
import { sayHolders } from "./hold-stores.ts";

const LOOK_EVERY_MS: Milliseconds = SECOND / 4;
const TRY_AGAIN_MS: Milliseconds = SECOND;

/** A database that is shown to be in use. */
export interface ServedDatabase {
  stop(): Promise<void>;
}

/**
 * Shows it, once no command has the database for itself; SQLite's is held with its directory.
 *
 * @throws An exception that names the command that does not end within the time.
 */
export async function serveDatabase(
  stores: StoreSettings,
  { waitMs, log }: { waitMs: Milliseconds; log: Log },
): Promise<ServedDatabase> {
  if (stores.database === null) return { stop: async () => {} };
  let hold = await takeWithOthers(stores, waitMs, log);
  let isStopped = false;
  const keep = async (): Promise<void> => {
    while (!isStopped) {
      await hold.ended.catch(() => {});
      // oxlint-disable-next-line typescript/no-unnecessary-condition -- it may be stopped while this waits
      if (isStopped) return;
      await Bun.sleep(TRY_AGAIN_MS);
      // a command that comes meanwhile ends the engine's registration, and the engine waits for it
      hold = await takeWithOthers(stores, Infinity, log).catch((error: unknown) => lost(error));
    }
    await hold.release();
  };
  void keep();
  return {
    async stop() {
      isStopped = true;
      await hold.release();
    },
  };
}

function lost(error: unknown): DatabaseHold {
  return { ended: Promise.reject(new Error(describeError(error))), release: async () => {} };
}

async function takeWithOthers(stores: StoreSettings, waitMs: Milliseconds, log: Log): Promise<DatabaseHold> {
  const until = performance.now() + waitMs;
  for (let isLogged = false; ; isLogged = true) {
    const hold = await holdDatabase(openDatabaseOf(stores, "write"), "with_others");
    if (hold.ok) return hold.value;
    const who = sayHolders(hold.problem);
    if (performance.now() >= until)
      throw new Error(`${databaseName(stores)} is held by ${who}; wait until that is done, or end it`);
    if (!isLogged) log.info("waiting for a command that has the database to end", { holder: who });
    await Bun.sleep(LOOK_EVERY_MS);
  }
}
