/** Reads what was seen of sessions: by their own scopes, those of their traces and of their instances. */
import { sql } from "kysely";
import { type Database, engineOf } from "../../database/engine.ts";
import { rowChunks } from "../../database/row-chunks.ts";
import { tables } from "../../database/table-shape.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";
import { INSTANCE_MARK, scopeOf } from "./scope.ts";
import type { Sighting } from "./sighting.ts";
import { SCOPE_SESSIONS, SIGHTING_CHUNKS } from "./sightings-table.ts";
import { sightingsOfBytes } from "./sightings-bytes.ts";

/** Parts bound what names a session; what only its traces and processes show has no other bound than this. */
const MOST_SIGHTINGS = 100_000;

/** What was seen in one batch, by the text that says which. */
export type Chunks = ReadonlyMap<string, readonly Sighting[]>;

/**
 * Returns all sightings of each session, its traces' and instances' among them, in no particular order.
 *
 * @param sessions - Sessions with the chunks that were read before; one that is still there is not read again.
 * @throws An exception when one of them has more than can be measured.
 */
export async function readSightings(
  database: Database,
  organization: string,
  sessions: ReadonlyMap<SessionName, Chunks | undefined>,
): Promise<Map<string, Chunks>> {
  const names = [...sessions.keys()];
  const known = (session: SessionName): Chunks | undefined => sessions.get(session);
  const owners = new Map(names.map((session) => [scopeOf.session(session), session]));
  for (const { scope, session } of await scopesOf(database, organization, names)) owners.set(scope, session);
  const places = await placesOf(database, organization, owners);
  const isRead = (place: ChunkPlace): boolean => known(place.session)?.has(nameOf(place)) === true;
  const [unread, begun] = [[] as ChunkPlace[], [] as ChunkPlace[]];
  for (const place of places.filter((each) => !isRead(each)))
    (known(place.session) === undefined ? unread : begun).push(place);
  const read = new Map([
    ...(await readChunks(database, organization, unread)),
    ...(await readChunks(database, organization, begun)),
  ]);
  return chunksOf(
    names,
    places,
    (place) => known(place.session)?.get(nameOf(place)) ?? read.get(nameOf(place)),
  );
}

/** Where a chunk is, and whose it is. */
interface ChunkPlace {
  session: SessionName;
  scope: string;
  sequence: number;
  pass: number;
}

/** What a chunk of this name holds never changes. */
function nameOf({ scope, sequence, pass }: Omit<ChunkPlace, "session">): string {
  return `${sequence} ${pass} ${scope}`;
}

async function placesOf(
  database: Database,
  organization: string,
  owners: ReadonlyMap<string, SessionName>,
): Promise<ChunkPlace[]> {
  const instances = [...owners.keys()].filter((scope) => scope.startsWith(INSTANCE_MARK));
  const { rows } = await sql<Omit<ChunkPlace, "session">>`
    select scope, sequence, pass from sighting_chunks
    where organization = ${organization} and scope in ${engineOf(database).listOf([...owners.keys()])}`.execute(
    database,
  );
  const strays = await strayChunks(database, organization, instances);
  return [...rows.map((row) => ({ ...row, owner: row.scope })), ...strays].flatMap(({ owner, ...place }) => {
    const session = owners.get(owner);
    return session === undefined ? [] : [{ ...place, session }];
  });
}

/** Batches come one after the other, so what is new of sessions that go on comes after all that is known of them. */
async function readChunks(
  database: Database,
  organization: string,
  places: readonly ChunkPlace[],
): Promise<Map<string, Sighting[]>> {
  if (places.length === 0) return new Map();
  const from = places.reduce((least, { sequence }) => Math.min(least, sequence), Infinity);
  const wanted = new Set(places.map(nameOf));
  const { rows } = await sql<StoredChunk>`
    select scope, sequence, pass, sightings from sighting_chunks
    where organization = ${organization} and sequence >= ${from}
      and scope in ${engineOf(database).listOf([...new Set(places.map(({ scope }) => scope))])}`.execute(
    database,
  );
  return new Map(
    rows.flatMap((row) => {
      const name = nameOf(row);
      return wanted.has(name) ? [[name, sightingsOfBytes(row.sightings)] as const] : [];
    }),
  );
}

interface StoredChunk extends Omit<ChunkPlace, "session"> {
  sightings: Uint8Array;
}

function chunksOf(
  sessions: readonly SessionName[],
  places: readonly ChunkPlace[],
  read: (place: ChunkPlace) => readonly Sighting[] | undefined,
): Map<string, Chunks> {
  const chunks = new Map(sessions.map((session) => [session, new Map<string, readonly Sighting[]>()]));
  const sizes = new Map<string, number>();
  for (const place of places) {
    const sightings = read(place) ?? [];
    chunks.get(place.session)?.set(nameOf(place), sightings);
    const size = sightings.length + (sizes.get(place.session) ?? 0);
    sizes.set(place.session, size);
    if (size > MOST_SIGHTINGS)
      throw new Error(`its traces and processes hold more than ${MOST_SIGHTINGS} records that scoring reads`);
  }
  return chunks;
}

/** Chunks of these instances' traces that no record of any session is in. */
async function strayChunks(
  database: Database,
  organization: string,
  instances: readonly string[],
): Promise<(Omit<ChunkPlace, "session"> & { owner: string })[]> {
  if (instances.length === 0) return [];
  const rows = await tables(database, SIGHTING_CHUNKS, SCOPE_SESSIONS)
    .selectFrom("sighting_chunks as chunk")
    .select(["chunk.instance", "chunk.scope", "chunk.sequence", "chunk.pass"])
    .where("chunk.organization", "=", organization)
    .where("chunk.instance", "in", instances)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("scope_sessions as link")
            .select("link.session")
            .whereRef("link.organization", "=", "chunk.organization")
            .whereRef("link.scope", "=", "chunk.scope"),
        ),
      ),
    )
    .execute();
  return rows.map(({ instance, ...place }) => ({ ...place, owner: instance ?? "" }));
}

/** The traces and instances that belong to only one of the sessions; one that several share says nothing. */
async function scopesOf(
  database: Database,
  organization: string,
  sessions: readonly SessionName[],
): Promise<{ scope: string; session: SessionName }[]> {
  const found: { scope: string; session: SessionName }[] = [];
  for (const chunk of rowChunks(sessions)) {
    const query = tables(database, SIGHTING_CHUNKS, SCOPE_SESSIONS)
      .selectFrom("scope_sessions")
      .select("scope")
      .where("organization", "=", organization)
      .where("session", "in", chunk);
    const rows = await tables(database, SIGHTING_CHUNKS, SCOPE_SESSIONS)
      .selectFrom("scope_sessions")
      .select((row) => ["scope", row.fn.min("session").as("session")] as const)
      .where("organization", "=", organization)
      .where("scope", "in", query)
      .groupBy("scope")
      .having((row) => row.fn.countAll(), "=", 1)
      .execute();
    found.push(...rows);
  }
  return found;
}
