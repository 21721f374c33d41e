/** What the doctor looks at in PostgreSQL: whether it answers, and is set up so that the program can work with it. */
import { OLDEST, readServerState, type ServerState } from "../../../database/postgres/server-state-table.ts";
import type { Settings } from "../../../settings/schema.ts";
import { databaseName, openDatabaseOf } from "../../../stores.ts";
import { describeError } from "../../../vocabulary/log.ts";
import type { Milliseconds } from "../../../vocabulary/units.ts";
import { sizeText } from "../../../vocabulary/wording/size.ts";
import { count } from "../../text/count.ts";
import { fail, type Finding, ok, warn } from "../finding.ts";

/** What each process opens in addition to its readers: for writing, for hearing of changes, for its lock. */
const OTHERS_OF_A_PROCESS = 6;
/** Each answer waits for the network this often: more than so long makes every page slow. */
const FAR_MS: Milliseconds = 10;

/** Checks the database of the settings; nothing for SQLite, which has checks of its own. */
export async function checkPostgres(settings: Settings): Promise<Finding[]> {
  if (settings.database === null) return [];
  const place = databaseName(settings);
  const database = openDatabaseOf(settings, "read");
  try {
    const state = await readServerState(database);
    const began = performance.now();
    await readServerState(database);
    const took = performance.now() - began;
    return [
      checkVersion(place, state),
      ...checkTexts(state),
      ...checkRights(state),
      checkConnections(state, settings),
      ...checkDistance(took),
      ...(state.hasChecksums
        ? []
        : [warn("database pages", NO_CHECKSUMS, "pg_checksums --enable, while it is stopped")]),
    ];
  } catch (error) {
    return [fail("database", `${place} does not answer: ${describeError(error)}`, UNREACHABLE)];
  } finally {
    await database.destroy();
  }
}

const UNREACHABLE = "check its address, user and password (SCORING_DATABASE), pg_hba.conf, and that it runs";
const NO_CHECKSUMS = "the server does not notice when its disk changes a page (data_checksums is off)";

function checkVersion(place: string, { version, bytes, isStandby }: ServerState): Finding {
  const found = `${place}: PostgreSQL ${version}, ${sizeText(bytes)}`;
  if (isStandby)
    return fail("database", `${found}, a standby that takes no writes`, "name the primary server");
  return Number.parseInt(version, 10) < OLDEST
    ? fail("database", found, `use version ${OLDEST} or later`)
    : ok("database", found);
}

function checkTexts({ encoding, collation }: ServerState): Finding[] {
  if (encoding !== "UTF8")
    return [fail("database texts", `its encoding is ${encoding}`, "make a database with encoding UTF8")];
  return [
    ok("database texts", `encoding ${encoding}; its collation is ${collation}, columns have their own`),
  ];
}

function checkRights({ mayCreate }: ServerState): Finding[] {
  if (mayCreate) return [];
  const found = "this user may not make tables, which an upgrade needs";
  return [fail("database rights", found, "make it the owner of the database, or grant create on its schema")];
}

function checkConnections({ connections }: ServerState, { databasePool }: Settings): Finding {
  const { open, most } = connections;
  const needed = databasePool + OTHERS_OF_A_PROCESS;
  const found = `${open} of ${most} are open; a process of scoring opens up to ${needed}`;
  return most - open < needed
    ? warn("database connections", found, "raise max_connections, or lower --database-pool")
    : ok("database connections", found);
}

function checkDistance(took: Milliseconds): Finding[] {
  if (took < FAR_MS) return [];
  const found = `a small query takes ${count(Math.round(took), "millisecond")}`;
  return [warn("database distance", found, "bring the engine nearer to it: each page asks several times")];
}
