/** Every outage that an engine knows of: its own, and what ingest nodes have noted. */
import type { Span } from "../../metrics/flow/stretches.ts";
import type { Settings } from "../../settings/schema.ts";
import type { StreamConnection } from "../../stream/connection.ts";
import type { Log } from "../../vocabulary/log.ts";
import { outagesIn } from "../outages.ts";
import { followNotes } from "./follow-notes.ts";
import { OUTAGES_BUCKET } from "./node-outages.ts";
import { outagesBy, readOutageNote } from "./outage-note.ts";

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
