/** The connections by which an engine writes: one where it has the database for itself, several where others share it. */
import { engineOf } from "../../../database/engine.ts";
import { writeAs } from "../../../database/leases/turn-table.ts";
import type { Database } from "../../../database/open.ts";
import type { Settings } from "../../../settings/schema.ts";
import { openDatabaseOf } from "../../../stores.ts";
import { build } from "../../../vocabulary/build.ts";
import type { Log } from "../../../vocabulary/log.ts";
import { Leases } from "./keep-leases.ts";

/** What an engine writes by. */
export interface EngineDatabases {
  /** The stages' own: it writes while the engine has its leases. */
  database: Database;
  /** For changes that people ask for, of any organization: no engine writes meanwhile. */
  changes: Database;
  /** For rows that are everybody's and only added to. */
  common: Database;
  /** null where no other engine can share the database. */
  leases: Leases | null;
  close(): Promise<void>;
}

/**
 * Opens them, and registers the engine where others may share the database.
 *
 * @throws An exception when the database cannot be opened or reached.
 */
export async function openEngineDatabases(settings: Settings, log: Log): Promise<EngineDatabases> {
  const database = openDatabaseOf(settings, "engine");
  if (!engineOf(database).isShared) {
    const close = () => database.destroy();
    return { database, changes: database, common: database, leases: null, close };
  }
  const common = openDatabaseOf(settings, "engine");
  const changes = openDatabaseOf(settings, "write");
  const { publicUrl, nodeName } = settings;
  if (nodeName === null) throw new Error("BUG: an engine without a name");
  if (settings.natsUrl.length > 0 && settings.integrationKey === null) log.warning(NO_SHARED_KEY);
  const facts = { node: nodeName, url: publicUrl ?? "", version: build.version };
  const leases = await Leases.register({ database: common, facts, log });
  writeAs(database, leases.tenure);
  const close = async () => {
    for (const opened of [database, changes, common]) await opened.destroy();
  };
  return { database, changes, common, leases, close };
}

const NO_SHARED_KEY =
  "integration_key is not set: another engine cannot use the chat tool and the webhooks that were connected by way of " +
  "this one; set the same key for all engines";
