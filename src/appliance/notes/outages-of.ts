/** Every outage that an engine knows of: its own, and what ingest nodes have noted. */
import type { Span } from "../../metrics/flow/stretches.ts";
import type { Settings } from "../../settings/schema.ts";
import type { StreamConnection } from "../../stream/connection.ts";
import type { Log } from "../../vocabulary/log.ts";
import { outagesIn } from "../outages.ts";
import { askCluster } from "../stream/ask-cluster.ts";
import { followNotes } from "./follow-notes.ts";
import { OUTAGES_BUCKET, readOutageNotesIn } from "./node-outages.ts";
import { type OutageNote, outagesBy, readOutageNote } from "./outage-note.ts";

/** Returns what finds those known by now, until the connection is closed. */
export function outagesOf(
  { dataDir, natsUrl }: Pick<Settings, "dataDir" | "natsUrl">,
  connection: StreamConnection,
  log: Log,
): () => readonly Span[] {
  const here = outagesIn(dataDir);
  if (natsUrl.length === 0) return here;
  const notes = followNotes(connection, { bucket: OUTAGES_BUCKET, read: readOutageNote, log });
  void connection.nats.closed().then(() => notes.stop());
  let known: { changes: number; spans: readonly Span[] } = { changes: -1, spans: [] };
  return () => {
    const { changes } = notes;
    if (changes !== known.changes) known = { changes, spans: outagesBy(notes.all()) };
    return [...here(), ...known.spans];
  };
}

/**
 * Returns those known by now to a command, which computes rows as the engine would.
 *
 * @throws An exception when the cluster does not answer.
 */
export async function readOutagesOf(settings: Settings): Promise<readonly Span[]> {
  const here = outagesIn(settings.dataDir)();
  if (settings.natsUrl.length === 0) return here;
  return [...here, ...outagesBy(await readOutageNotesOf(settings))];
}

/**
 * Reads what the nodes on the cluster of the settings have noted.
 *
 * @throws An exception when the cluster does not answer.
 */
export function readOutageNotesOf(settings: Settings): Promise<OutageNote[]> {
  return askCluster(settings, { what: "when telemetry could not arrive", ask: readOutageNotesIn });
}
