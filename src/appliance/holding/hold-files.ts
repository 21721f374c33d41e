/** Keeps the files of objects while a backup reads them, on whatever machine they would be deleted. */
import { lockForBackup } from "../../database/lock.ts";
import { type DatabaseHold, holdDatabase } from "../../database/serving/hold-database.ts";
import { databaseName, openDatabaseOf, type StoreSettings } from "../../stores.ts";
import { sayHolders } from "./hold-stores.ts";

/** Files that stay. */
export interface FilesHold {
  /**
   * Makes sure that all stayed until now, and lets them go.
   *
   * @throws An exception that says what to do when the database lost the hold meanwhile.
   */
  end(): Promise<void>;
  /** Lets them go; nothing happens when that is done. */
  release(): Promise<void>;
}

/**
 * Takes the hold: by a file in the data directory, and where several engines share a database by a lock there.
 *
 * @throws An exception that names who makes a backup already.
 */
export async function holdFiles(stores: StoreSettings): Promise<FilesHold> {
  const directory = lockForBackup(stores.dataDir);
  if (directory === null)
    throw new Error(`another process is making a backup of ${stores.dataDir}; wait until it is done`);
  try {
    const database = await holdInDatabase(stores);
    return {
      async end() {
        await database?.release();
        await database?.ended.catch((cause: unknown) => {
          throw new Error(lost(stores), { cause });
        });
      },
      async release() {
        await database?.release();
        directory.release();
      },
    };
  } catch (error) {
    directory.release();
    throw error;
  }
}

async function holdInDatabase(stores: StoreSettings): Promise<DatabaseHold | null> {
  if (stores.database === null) return null;
  const hold = await holdDatabase(openDatabaseOf(stores, "write"), "for_backup");
  if (hold.ok) return hold.value;
  throw new Error(
    `${sayHolders(hold.problem)} makes a backup of ${databaseName(stores)}; wait until it is done`,
  );
}

function lost(stores: StoreSettings): string {
  return (
    `${databaseName(stores)} ended the session that kept engines from deleting files, so some may be missing: ` +
    "nothing was written. Run scoring backup again"
  );
}
