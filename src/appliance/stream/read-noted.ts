/** What was acknowledged, as a command finds it noted: in the data directory, or in the cluster. */
import type { Settings } from "../../settings/schema.ts";
import { type Noted, readAcknowledged } from "../../stream/acknowledged.ts";
import { ACKNOWLEDGED, readAcknowledgedIn } from "../../stream/notes/acknowledged-bucket.ts";
import { openBucket } from "../../stream/notes/bucket.ts";
import { acknowledgedPath } from "../layout.ts";
import { askCluster } from "./ask-cluster.ts";

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
export function readNotedIn(settings: Settings): Promise<Noted> {
  return askCluster(settings, {
    what: "what was acknowledged",
    ask: async (connection) => readAcknowledgedIn(await openBucket(connection, ACKNOWLEDGED)),
  });
}
