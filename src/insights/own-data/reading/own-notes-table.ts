/** Reads what scoring noted of each of a person's records while examining them. */
import type { Database } from "../../../database/open.ts";
import { rowChunks } from "../../../database/row-chunks.ts";
import { tables } from "../../../database/table-shape.ts";
import { scopeOf } from "../../../normaliser/sightings/scope.ts";
import { sightingsOfBytes } from "../../../normaliser/sightings/sightings-bytes.ts";
import { SIGHTING_CHUNKS } from "../../../normaliser/sightings/sightings-table.ts";
import { isEnough, type Lines } from "./lines.ts";
import type { WhoseData } from "../whose-data.ts";

/** Which notes are asked for. */
export interface OwnNotesQuery {
  whose: WhoseData;
  /** How many of the person's scopes were read; null for none. */
  place: number | null;
}

const SCOPES_AT_ONCE = 10;

/** Reads some of them, by session, trace and instance. */
export async function readOwnNotes(
  database: Database,
  { whose, place }: OwnNotesQuery,
): Promise<Lines<number>> {
  const startedAt = performance.now();
  const scopes = [...whose.sessions.map(scopeOf.session), ...whose.scopes];
  const lines: string[] = [];
  for (let at = place ?? 0; at < scopes.length; at += SCOPES_AT_ONCE) {
    for (const chunk of rowChunks(scopes.slice(at, at + SCOPES_AT_ONCE)))
      lines.push(...(await readNotes(database, whose.organization, chunk)));
    const next = at + SCOPES_AT_ONCE;
    if (next < scopes.length && isEnough(lines, startedAt)) return { lines, next };
  }
  return { lines, next: null };
}

async function readNotes(
  database: Database,
  organization: string,
  scopes: readonly string[],
): Promise<string[]> {
  const rows = await tables(database, SIGHTING_CHUNKS)
    .selectFrom("sighting_chunks")
    .select(["scope", "sightings"])
    .where("organization", "=", organization)
    .where("scope", "in", scopes)
    .orderBy("scope")
    .orderBy("sequence")
    .execute();
  return rows.flatMap(({ scope, sightings }) =>
    sightingsOfBytes(sightings).map((sighting) => JSON.stringify({ scope, ...sighting })),
  );
}
