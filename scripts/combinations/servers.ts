/** The servers that combinations use, all real and started once, and a part of them for each combination. */
import { join } from "node:path";
import { SETTINGS, type Settings } from "../../src/settings/schema.ts";
import { connectTo } from "../../src/stream/connection.ts";
import { addDatabase } from "../../test/database/postgres/open-postgres.ts";
import { type Cluster, startCluster } from "../../test/engines/cluster.ts";
import { startPostgres } from "../../test/engines/postgres.ts";
import { startS3 } from "../../test/engines/s3.ts";
import type { Combination } from "./combination.ts";

/** Settings by their names; what is left out is as usual. */
export type GivenSettings = Partial<Settings>;

/** What runs. */
export interface Servers {
  /**
   * Returns the settings that lead to stores of the combination's own: a new database, a new prefix of the bucket, and
   * a cluster that holds nothing. One combination at a time has the cluster.
   */
  settingsOf(combination: Combination): Promise<GivenSettings>;
  stop(): Promise<void>;
}

/**
 * Starts them.
 *
 * @param parts - PostgreSQL's programs, and a folder for the bucket.
 */
export async function startServers({
  postgres: programs,
  folder,
}: {
  postgres: string;
  folder: string;
}): Promise<Servers> {
  const [postgres, s3, cluster] = await Promise.all([
    startPostgres(programs),
    startS3(join(folder, "s3")),
    startCluster(),
  ]);
  return {
    async settingsOf({ name, rows, records, queue }) {
      if (queue === "cluster") await emptyCluster(cluster);
      return {
        ...(rows === "PostgreSQL" && { database: await addDatabase(postgres) }),
        ...(records === "bucket" && { ...s3.settings, objects: `${s3.settings.objects}/${name}` }),
        ...(queue === "cluster" && cluster.settings),
      };
    },
    async stop() {
      await Promise.all([postgres.stop(), s3.stop(), cluster.stop()]);
    },
  };
}

/** Removes the stream and the notes of nodes, which a stream keeps too. */
async function emptyCluster({ address }: Cluster): Promise<void> {
  const connection = await connectTo(address, "combinations");
  try {
    const names: string[] = [];
    for await (const { config } of connection.manager.streams.list()) names.push(config.name);
    for (const name of names) await connection.manager.streams.delete(name);
  } finally {
    await connection.close();
  }
}

/** Returns all settings, as the program reads them. */
export function allSettings(given: GivenSettings): Settings {
  return SETTINGS.parse(given);
}
