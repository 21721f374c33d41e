/** Holds a database that several processes use, for as long as a session of its own is open. */
import { type Database, engineOf } from "../engine.ts";
import { endEveryNode } from "../leases/nodes-table.ts";
import {
  type DatabaseHolder,
  type Holding,
  keepSession,
  readHolders,
  releaseDatabase,
  takeDatabase,
} from "../postgres/serving-table.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import { type Milliseconds, SECOND } from "../../vocabulary/units.ts";

/** Whatever is between this process and the database may forget a connection on which nothing is said. */
const KEEP_EVERY_MS: Milliseconds = 5 * SECOND;

/** A database that is held. */
export interface DatabaseHold {
  /** Settled when the session is over: rejected when it was lost. */
  ended: Promise<void>;
  release(): Promise<void>;
}

/**
 * Takes the database.
 *
 * @param database - A connection for nothing else; it is closed when the database is not held any more.
 * @returns Who holds it, when that is in the way.
 */
export async function holdDatabase(
  database: Database,
  holding: Holding,
): Promise<Result<DatabaseHold, DatabaseHolder[]>> {
  const taken = Promise.withResolvers<DatabaseHolder[] | null>();
  const wanted = Promise.withResolvers<false>();
  const session = database.connection().execute(async (connection) => {
    if (!(await takeDatabase(connection, holding)))
      return taken.resolve(await readHolders(connection, holding === "for_backup" ? "backup" : "use"));
    if (holding === "exclusively") await endEveryNode(connection);
    taken.resolve(null);
    for (let isWanted = true; isWanted;) {
      isWanted = await Promise.race([wanted.promise, Bun.sleep(KEEP_EVERY_MS).then(() => true)]);
      if (isWanted) await keepSession(connection);
    }
    await releaseDatabase(connection, holding);
  });
  const ended = session.finally(() => database.destroy());
  ended.catch(taken.reject);
  const holders = await taken.promise;
  if (holders !== null) {
    await ended;
    return fail(holders);
  }
  return succeed({
    ended,
    async release() {
      wanted.resolve(false);
      await ended.catch(() => {}); // a session that was lost holds nothing
    },
  });
}

/**
 * Whether a backup is read on any machine, so that files which the database no longer names have to stay; where one process
 * has the database, its directory shows that.
 */
export async function mustFilesStay(database: Database): Promise<boolean> {
  return engineOf(database).isShared && (await readHolders(database, "backup")).length > 0;
}
