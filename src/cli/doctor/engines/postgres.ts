/** What the doctor looks at in PostgreSQL: whether it answers, and is set up so that the program can work with it. */
import type { Database } from "../../../database/engine.ts";
import { readServerAddress } from "../../../database/postgres/server-address.ts";
import { OLDEST, readServerState, type ServerState } from "../../../database/postgres/server-state-table.ts";
import { keepSession } from "../../../database/postgres/serving-table.ts";
import type { Settings } from "../../../settings/schema.ts";
import { databaseName, openDatabaseOf } from "../../../stores.ts";
import { describeError } from "../../../vocabulary/log.ts";
import type { Milliseconds } from "../../../vocabulary/units.ts";
import { stateOf as stateOfServer } from "../../../database/postgres/unavailable.ts";
import { sizeText } from "../../../vocabulary/wording/size.ts";
import { count } from "../../text/count.ts";
import { fail, type Finding, ok, warn } from "../finding.ts";

/** What each process opens in addition to its readers: for writing, for hearing of changes, for its lock. */
const OTHERS_OF_A_PROCESS = 6;
/** Each answer waits for the network this often: more than so long makes every page slow. */
const FAR_MS: Milliseconds = 10;

/** Checks the database of the settings; nothing for SQLite, which has checks of its own. */
export async function checkPostgres(settings: Settings): Promise<Finding[]> {
  const { database: url, databaseCa: ca } = settings;
  if (url === null) return [];
  const place = databaseName(settings);
  const database = openDatabaseOf(settings, "read");
  try {
    const state = await readServerState(database);
    const distance = await measureDistance(database);
    return [
      checkVersion(place, state),
      checkTexts(state),
      ...checkRights(state),
      checkConnections(state, settings),
      ...checkEncryption(state, { url, ca }),
      ...checkDeadRows(state),
      ...checkDistance(distance),
      ...(state.hasChecksums
        ? []
        : [warn("database pages", NO_CHECKSUMS, "pg_checksums --enable, while it is stopped")]),
    ];
  } catch (error) {
    return [unreachable(place, error)];
  } finally {
    await database.destroy();
  }
}

/** By the states of PostgreSQL, appendix A. */
const REFUSED: readonly { state: RegExp; remedy: string }[] = [
  { state: /^28/, remedy: "correct the user and the password in SCORING_DATABASE, or pg_hba.conf there" },
  { state: /^3D000$/, remedy: "make the database, or correct its name in SCORING_DATABASE" },
  { state: /^42501$/, remedy: "let this user connect to the database, and make it its owner" },
  { state: /^53300$/, remedy: "raise max_connections, or end sessions of others" },
];

function unreachable(place: string, error: unknown): Finding {
  const state = stateOf(error);
  if (state === null)
    return fail("database", `${place} does not answer: ${describeError(error)}`, UNREACHABLE);
  const remedy = REFUSED.find((kind) => kind.state.test(state))?.remedy ?? "read PostgreSQL's log";
  return fail("database", `${place} refuses: ${describeError(error)}`, remedy);
}

function stateOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  return stateOfServer(error) ?? stateOf(error.cause);
}

const UNREACHABLE = "check its address (SCORING_DATABASE), sslmode, --database-ca, and that it runs";
const NO_CHECKSUMS = "the server does not notice when its disk changes a page (data_checksums is off)";

function checkVersion(place: string, { version, bytes, isStandby }: ServerState): Finding {
  const found = `${place}: PostgreSQL ${version}, ${sizeText(bytes)}`;
  if (isStandby)
    return fail("database", `${found}, a standby that takes no writes`, "name the primary server");
  return Number.parseInt(version, 10) < OLDEST
    ? fail("database", found, `use version ${OLDEST} or later`)
    : ok("database", found);
}

function checkTexts({ encoding }: ServerState): Finding {
  return encoding === "UTF8"
    ? ok("database texts", `encoding ${encoding}`)
    : fail("database texts", `its encoding is ${encoding}`, "make a database with encoding UTF8");
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

/** Whoever is on this machine, or has its network, reads what others may not. */
function checkEncryption({ isEncrypted }: ServerState, place: { url: string; ca: string | null }): Finding[] {
  const { host, tls } = readServerAddress(place);
  if (isEncrypted && tls?.checks === "nothing")
    return [warn("database encryption", "it is encrypted, and nobody checks whose server it is", VERIFY)];
  if (isEncrypted) return [ok("database encryption", "on, and the server's certificate is checked")];
  const isNear = host.startsWith("/") || NEAR.has(host);
  return isNear ? [] : [warn("database encryption", "none: rows and the password can be read", VERIFY)];
}

const NEAR: ReadonlySet<string> = new Set(["", "localhost", "127.0.0.1", "::1"]);
const VERIFY = "add ?sslmode=verify-full to SCORING_DATABASE, and --database-ca for a CA of your own";

/** Fewer are soon gone again. */
const MANY_DEAD = 100_000;

function checkDeadRows({ rows, vacuums }: ServerState): Finding[] {
  if (!vacuums)
    return [warn("database vacuum", "autovacuum is off: what is deleted stays", "set autovacuum = on")];
  const { live, dead } = rows;
  if (dead < MANY_DEAD || dead < live) return [];
  const found = `${count(dead, "deleted row")} still take room, of ${count(live, "row")}`;
  return [warn("database vacuum", found, "run VACUUM, and look for old transactions in pg_stat_activity")];
}

/** The least of some: a machine that is busy is not far away. */
async function measureDistance(database: Database): Promise<Milliseconds> {
  let least = Number.POSITIVE_INFINITY;
  for (let times = 0; times < 5; times++) {
    const began = performance.now();
    await keepSession(database);
    least = Math.min(least, performance.now() - began);
  }
  return least;
}

function checkDistance(took: Milliseconds): Finding[] {
  if (took < FAR_MS) return [];
  const found = `a small query takes ${count(Math.round(took), "millisecond")}`;
  return [warn("database distance", found, "bring the engine nearer to it: each page asks several times")];
}
