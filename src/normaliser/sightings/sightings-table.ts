/** The rows of sightings: kept by session, trace or instance, read by session. */
import { sql } from "kysely";
import { type Database, engineOf } from "../../database/engine.ts";
import { count, orNull, text } from "../../database/columns.ts";
import { createTable, declareTable, tables } from "../../database/table-shape.ts";
import { rowChunks } from "../../database/row-chunks.ts";
import { INSTANCE_MARK, scopeOf } from "./scope.ts";
import type { Sighting } from "./sighting.ts";
import { sightingsOfText, textOfSightings } from "./sightings-text.ts";
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
    /** See `textOfSightings`. */
    sightings: text(),
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
      .values(rows.map((chunk) => ({ ...chunk, sightings: textOfSightings(chunk.sightings) })))
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

/** Parts bound what names a session; what only its traces and processes show has no other bound than this. */
const MOST_SIGHTINGS = 100_000;

/** What was seen in one batch, by the text that says which. */
export type Chunks = ReadonlyMap<string, readonly Sighting[]>;

/**
 * Returns all sightings of each session, its traces' and instances' among them, in no particular order.
 *
 * @param known - The chunks of sessions that were read before; one that is still there is not read again.
 * @throws An exception when one of them has more than can be measured.
 */
export async function readSightings(
  database: Database,
  organization: string,
  sessions: readonly SessionName[],
  known: (session: SessionName) => Chunks | undefined,
): Promise<Map<string, Chunks>> {
  const owners = new Map(sessions.map((session) => [scopeOf.session(session), session]));
  for (const { scope, session } of await scopesOf(database, organization, sessions))
    owners.set(scope, session);
  const places = await placesOf(database, organization, owners);
  const isRead = (place: ChunkPlace): boolean => known(place.session)?.has(nameOf(place)) === true;
  const [unread, begun] = [[] as ChunkPlace[], [] as ChunkPlace[]];
  for (const place of places.filter((each) => !isRead(each)))
    (known(place.session) === undefined ? unread : begun).push(place);
  const read = new Map([
    ...(await readTexts(database, organization, unread)),
    ...(await readTexts(database, organization, begun)),
  ]);
  return chunksOf(
    sessions,
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
async function readTexts(
  database: Database,
  organization: string,
  places: readonly ChunkPlace[],
): Promise<Map<string, Sighting[]>> {
  if (places.length === 0) return new Map();
  const from = places.reduce((least, { sequence }) => Math.min(least, sequence), Infinity);
  const wanted = new Set(places.map(nameOf));
  const { rows } = await sql<ChunkText>`
    select scope, sequence, pass, sightings from sighting_chunks
    where organization = ${organization} and sequence >= ${from}
      and scope in ${engineOf(database).listOf([...new Set(places.map(({ scope }) => scope))])}`.execute(
    database,
  );
  return new Map(
    rows.flatMap((row) => {
      const name = nameOf(row);
      return wanted.has(name) ? [[name, sightingsOfText(row.sightings)] as const] : [];
    }),
  );
}

interface ChunkText extends Omit<ChunkPlace, "session"> {
  sightings: string;
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
