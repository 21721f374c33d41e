/** The rows of sightings: kept by session, trace or instance, read by session. */
import { sql } from "kysely";
import type { Database } from "../../database/engine.ts";
import { bytes, count, orNull, text } from "../../database/columns.ts";
import { createTable, declareTable, tables } from "../../database/table-shape.ts";
import { rowChunks } from "../../database/row-chunks.ts";
import type { Sighting } from "./sighting.ts";
import { bytesOfSightings } from "./sightings-bytes.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";

/** What dialects saw in records, by session, trace or instance. */
export const SIGHTING_CHUNKS = declareTable(
  "sighting_chunks",
  {
    organization: text(),
    scope: text(),
    sequence: count(),
    instance: orNull(text()),
    /** The rescore that examined it; 0 for the first time. */
    pass: count(),
    /** See `bytesOfSightings`. */
    sightings: bytes(),
  },
  { key: ["organization", "scope", "sequence"] },
);

/** Which session a trace or an instance belongs to. */
export const SCOPE_SESSIONS = declareTable(
  "scope_sessions",
  {
    organization: text(),
    scope: text(),
    session: text<SessionName>(),
  },
  {
    owner: ["session"],
    key: ["organization", "session", "scope"],
    clustered: true,
    indexes: { scope_sessions_by_scope: ["organization", "scope"] },
  },
);

/** Makes the tables. */
export async function createSightings(database: Database): Promise<void> {
  await createTable(database, SIGHTING_CHUNKS);
  await database.schema
    .createIndex("sighting_chunks_by_instance")
    .on("sighting_chunks")
    .columns(["organization", "instance"])
    .where(sql.ref("instance"), "is not", null)
    .execute();
  await createTable(database, SCOPE_SESSIONS);
}

/** Sightings of one batch that share a scope: a session, or a trace or instance whose session may come later. */
export interface SightingChunk {
  organization: string;
  scope: string;
  sequence: number;
  /** For a trace the scope of the instance whose only session is its own if no record names another; else null. */
  instance: string | null;
  /** The rescore that examined it; 0 for the first time. */
  pass: number;
  sightings: Sighting[];
}

/**
 * Keeps chunks. A rescore's take the place of those it finds; the first time, what is there already is a sealed
 * session's, and stays.
 */
export async function saveChunks(database: Database, chunks: readonly SightingChunk[]): Promise<void> {
  for (const rows of rowChunks(chunks)) {
    await tables(database, SIGHTING_CHUNKS, SCOPE_SESSIONS)
      .insertInto("sighting_chunks")
      .values(rows.map((chunk) => ({ ...chunk, sightings: bytesOfSightings(chunk.sightings) })))
      .onConflict((conflict) =>
        conflict
          .columns(["organization", "scope", "sequence"])
          .doUpdateSet((row) => ({
            instance: row.ref("excluded.instance"),
            pass: row.ref("excluded.pass"),
            sightings: row.ref("excluded.sightings"),
          }))
          .where("excluded.pass", ">", 0),
      )
      .execute();
  }
}
