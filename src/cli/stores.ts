/** Opens the database for a command that runs while the server runs. */
import { requireFormat } from "../appliance/directory.ts";
import { requireCopied } from "../database/copying/half-copied.ts";
import type { Database } from "../database/open.ts";
import type { TableSet } from "../database/prepare.ts";
import { readLedger } from "../database/table.ts";
import { inTransaction, onSnapshot } from "../database/transaction.ts";
import { findOrganization } from "../identity/organizations/organization.ts";
import { type Organization, selectOrganizations } from "../identity/organizations/table.ts";
import { readRemaking } from "../metrics/remaking.ts";
import { HOUR, type Milliseconds } from "../vocabulary/units.ts";
import { type CommandCall, CommandFailure, textFlag } from "./command.ts";
import { count } from "./text/count.ts";
import { databaseName, databasePath, hasDatabase, openDatabaseOf, type StoreSettings } from "../stores.ts";

/**
 * Reads from the database.
 *
 * @throws When there is none.
 */
export async function reading<Value>(
  call: CommandCall,
  work: (database: Database) => Promise<Value>,
): Promise<Value> {
  return withDatabase(call, "read", (database) => onSnapshot(database, work));
}

/**
 * Changes the database in one transaction that is on disk when it ends.
 *
 * @throws When there is no database.
 */
export async function changing<Value>(
  call: CommandCall,
  work: (transaction: Database) => Promise<Value>,
): Promise<Value> {
  return withDatabase(call, "write", (database) => inTransaction(database, "full", work));
}

/**
 * Works with the database in several transactions, for longer than one may last.
 *
 * @throws When there is no database.
 */
export async function working<Value>(
  call: CommandCall,
  work: (database: Database) => Promise<Value>,
): Promise<Value> {
  return withDatabase(call, "write", work);
}

/** Whether these tables are there yet; the server makes those that are new in a version when it starts. */
export async function hasTables(database: Database, set: TableSet): Promise<boolean> {
  return (await readLedger(database)).has(set.name);
}

const LONGEST_READ_MS: Milliseconds = HOUR;

async function withDatabase<Value>(
  call: CommandCall,
  mode: "read" | "write",
  work: (database: Database) => Promise<Value>,
): Promise<Value> {
  const { settings } = call.loaded;
  requireDatabase(settings);
  // nobody waits for a page: an export of a year may read for longer than an answer may take
  const database = openDatabaseOf({ ...settings, requestDeadlineMs: LONGEST_READ_MS }, mode);
  try {
    await requireTables(settings, database);
    return await work(database);
  } finally {
    await database.destroy();
  }
}

/**
 * @throws When the directory has no database, or one that this version cannot work with; nothing is written.
 */
export function requireDatabase(stores: StoreSettings): void {
  if (!hasDatabase(stores))
    throw new CommandFailure(
      `${databasePath(stores.dataDir)} does not exist. Start the server once (scoring serve); it creates the database. ` +
        "If its rows are in PostgreSQL, set SCORING_DATABASE as the server has it.",
    );
  requireFormat(stores.dataDir);
}

/** A database file is there with its tables; another database may be new, or be filled just now. */
async function requireTables(stores: StoreSettings, database: Database): Promise<void> {
  if (stores.database === null) return;
  const found = await database.introspection.getTables();
  if (found.length === 0)
    throw new CommandFailure(
      `${databaseName(stores)} has no tables yet. Start the server once (scoring serve); it makes them.`,
    );
  await requireCopied(database);
}

/** As the server does: too few rows would be taken for few scores. */
export async function requireRows(database: Database): Promise<void> {
  const left = await readRemaking(database);
  if (left === null) return;
  const { records, sessions } = left;
  throw new CommandFailure(
    `scores are being computed again: ${count(records, "record")} and ${count(sessions, "session")} are left. ` +
      "The server does it (scoring serve); try again later.",
  );
}

/**
 * The organization that `--org` names; without it the only one, or the one called "default".
 *
 * @throws When there is no such organization, or it is not clear which one is meant.
 */
export async function chosenOrganization(call: CommandCall, database: Database): Promise<Organization> {
  const asked = textFlag(call, "org");
  if (asked !== null) {
    const found = await findOrganization(database, asked);
    if (found === null)
      throw new CommandFailure(`unknown organization: ${asked}. scoring orgs list shows them.`);
    return found;
  }
  const all = await selectOrganizations(database);
  if (all.length === 0)
    throw new CommandFailure(
      "there is no organization yet: the server's first start creates one. Try again.",
    );
  const only = all.length === 1 ? all[0] : all.find(({ name }) => name === "default");
  if (only === undefined)
    throw new CommandFailure(
      "there are several organizations: choose one with --org. scoring orgs list shows them.",
    );
  return only;
}
