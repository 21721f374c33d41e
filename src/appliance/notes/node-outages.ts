/** What an ingest node notes of itself for engines: when it ran, and when it refused telemetry. */
import type { StreamConnection } from "../../stream/connection.ts";
import { openBucket } from "../../stream/notes/bucket.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import { type Instant, SECOND } from "../../vocabulary/units.ts";
import { type KeptNote, keepNote, type NoteParts } from "./keep-note.ts";
import {
  BEAT_MS,
  isOfGoneNode,
  joinNotes,
  type OutageNote,
  readOutageNote,
  withMoment,
} from "./outage-note.ts";

/** The bucket of these notes. */
export const OUTAGES_BUCKET = "outages";

/** The note of a node that runs. */
export interface NodeOutages extends KeptNote {
  /** Notes that a request was refused. */
  refused(): Promise<void>;
}

/** Begins to note. */
export function noteOutages({
  clock,
  ...parts
}: Pick<NoteParts, "connected" | "node"> & { clock: Clock }): NodeOutages {
  let note: OutageNote = { runs: [], refused: [] };
  // those before the servers were reached are added to what an earlier start has left
  let waiting: Instant[] = [clock()];
  let refusedAt: Instant[] = [];
  const kept = keepNote({
    ...parts,
    bucket: OUTAGES_BUCKET,
    everyMs: BEAT_MS,
    begin(earlier, others) {
      const gone = others.filter(({ text }) => isOfGoneNode(readOutageNote(text), clock()));
      const texts = [...(earlier === null ? [] : [earlier]), ...gone.map(({ text }) => text)];
      note = texts.flatMap((text) => readOutageNote(text) ?? []).reduce(joinNotes, note);
      return gone;
    },
    text() {
      const runs = [...waiting, clock()].reduce(withMoment, note.runs);
      const refused = refusedAt.reduce(withMoment, note.refused);
      [waiting, refusedAt] = [[], []];
      note = { runs, refused };
      return JSON.stringify(note);
    },
  });
  return {
    async refused() {
      const now = clock();
      const last = refusedAt.at(-1);
      if (last === undefined || now - last >= SECOND) refusedAt.push(now);
    },
    stop: kept.stop,
  };
}

/** Reads what nodes have noted by now. */
export async function readOutageNotesIn(connection: StreamConnection): Promise<OutageNote[]> {
  const notes = await (await openBucket(connection, OUTAGES_BUCKET)).all();
  return notes.flatMap(({ text }) => readOutageNote(text) ?? []);
}
