/** Where it is noted what was acknowledged: in a file of the data directory, or in the cluster. */
import type { Settings } from "../../settings/schema.ts";
import {
  AcknowledgedFile,
  type AcknowledgedNote,
  type Noted,
  readAcknowledged,
} from "../../stream/acknowledged.ts";
import type { StreamConnection } from "../../stream/connection.ts";
import {
  ACKNOWLEDGED,
  AcknowledgedBucket,
  forgetAcknowledged,
  readAcknowledgedIn,
} from "../../stream/notes/acknowledged-bucket.ts";
import { openBucket } from "../../stream/notes/bucket.ts";
import type { Totals } from "../../stream/message.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import type { Log } from "../../vocabulary/log.ts";
import { acknowledgedPath } from "../layout.ts";

/** Opens the note of a node that publishes. */
export async function openAcknowledged(
  { dataDir, nodeName }: Pick<Settings, "dataDir" | "nodeName">,
  { connection, clock, log }: { connection: StreamConnection; clock: Clock; log: Log },
): Promise<AcknowledgedNote> {
  if (!connection.shelf.isCluster) return AcknowledgedFile.open(acknowledgedPath(dataDir), { clock, log });
  const bucket = await openBucket(connection, ACKNOWLEDGED);
  return AcknowledgedBucket.open(bucket, { node: nodeName ?? "", clock, log });
}

/** What a thread that does not publish does with the notes. */
export interface AcknowledgedReading {
  /** Returns what is noted, of all nodes; null when nobody notes it, or it cannot be read. */
  read(): Promise<Noted | null>;
  /** Forgets a publisher that is wholly written; in a file that waits for the next start. */
  forget(publisher: string, totals: Totals): Promise<void>;
}

/** Returns what reads the notes and forgets those that are over. */
export function acknowledgedOf(
  { dataDir }: Pick<Settings, "dataDir">,
  connection: StreamConnection,
): AcknowledgedReading {
  if (!connection.shelf.isCluster) return { read: async () => readFile(dataDir), forget: async () => {} };
  const opening = () => openBucket(connection, ACKNOWLEDGED);
  return {
    read: async () => readAcknowledgedIn(await opening()),
    forget: async (publisher, totals) => forgetAcknowledged(await opening(), publisher, totals),
  };
}

/** The thread that publishes has already reported when it cannot be read. */
function readFile(dataDir: string): Noted | null {
  const noted = readAcknowledged(acknowledgedPath(dataDir));
  return noted === "unreadable" ? null : noted;
}
