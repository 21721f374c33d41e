/** What was acknowledged, as a command finds it noted: in the data directory, or in the cluster. */
import type { Settings } from "../../settings/schema.ts";
import { type Noted, readAcknowledged } from "../../stream/acknowledged.ts";
import { connectTo, whyUnreachable } from "../../stream/connection.ts";
import { ACKNOWLEDGED, readAcknowledgedIn } from "../../stream/notes/acknowledged-bucket.ts";
import { openBucket } from "../../stream/notes/bucket.ts";
import { describeError } from "../../vocabulary/log.ts";
import { acknowledgedPath } from "../layout.ts";
import { clusterOf } from "./reach-server.ts";

/**
 * Reads it.
 *
 * @returns Null when nothing was ever noted.
 * @throws An exception when the cluster does not answer.
 */
export async function readNotedOf(settings: Settings): Promise<Noted | "unreadable" | null> {
  if (settings.natsUrl.length === 0) return readAcknowledged(acknowledgedPath(settings.dataDir));
  return readNotedIn(settings);
}

/**
 * Reads it in the cluster.
 *
 * @throws An exception when the cluster does not answer.
 */
export async function readNotedIn(settings: Settings): Promise<Noted> {
  const address = clusterOf(settings);
  const why = await whyUnreachable(address);
  if (why !== null)
    throw new Error(`the cluster cannot be asked what was acknowledged: ${describeError(why)}`);
  const connection = await connectTo(address, "command");
  try {
    return await readAcknowledgedIn(await openBucket(connection, ACKNOWLEDGED));
  } finally {
    await connection.close();
  }
}
