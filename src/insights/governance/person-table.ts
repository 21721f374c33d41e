/** Finds and deletes everything that the database holds of one person. */
import { type Database, tables } from "../../database/open.ts";
import { rowChunks } from "../../database/row-chunks.ts";
import type { Milliseconds } from "../../vocabulary/units.ts";

interface PersonTables {
  assembled_sessions: { organization: string; session: string; developer: string };
  sessions: { organization: string; session: string; newest_record_at: Milliseconds };
  scope_sessions: { organization: string; scope: string; session: string };
  sighting_chunks: { organization: string; scope: string };
  object_sessions: { organization: string; session: string; object_key: string };
  keys: { id: string; developer_id: string | null; name: string; revoked_at: number | null };
  aliases: { organization_id: string; kind: string; value: string; developer_id: string };
  developers: {
    id: string;
    given_name: string | null;
    email: string | null;
    user_name: string | null;
    fallback_name: string;
    merged_into: string | null;
  };
}

/** Some of an organization's sessions or developers. */
export interface Within {
  organization: string;
  ids: readonly string[];
}

/** Gives: the sessions that are worked out to be one of the developers' and have no later record. */
export async function selectSessionsOf(
  database: Database,
  { organization, ids, until }: Within & { until: Milliseconds },
): Promise<string[]> {
  const rows = await tables<PersonTables>(database)
    .selectFrom("assembled_sessions")
    .innerJoin("sessions", (join) =>
      join
        .onRef("sessions.organization", "=", "assembled_sessions.organization")
        .onRef("sessions.session", "=", "assembled_sessions.session"),
    )
    .select("assembled_sessions.session")
    .where("assembled_sessions.organization", "=", organization)
    .where("developer", "in", ids)
    .where("newest_record_at", "<=", until)
    .execute();
  return rows.map(({ session }) => session);
}

/** Gives: those of the sessions that are worked out to be somebody's, with whose they are. */
export async function selectOwners(
  database: Database,
  { organization, ids }: Within,
): Promise<{ session: string; developer: string }[]> {
  const owners: { session: string; developer: string }[] = [];
  for (const some of rowChunks(ids)) {
    const rows = tables<PersonTables>(database)
      .selectFrom("assembled_sessions")
      .select(["session", "developer"])
      .where("organization", "=", organization)
      .where("session", "in", some);
    owners.push(...(await rows.execute()));
  }
  return owners;
}

/** Gives: every session of the organization that was ever seen in a record. */
export async function selectKnownSessions(database: Database, organization: string): Promise<string[]> {
  const rows = await tables<PersonTables>(database)
    .selectFrom("sessions")
    .select("session")
    .where("organization", "=", organization)
    .execute();
  return rows.map(({ session }) => session);
}

/** Gives: the scopes of traces and instances that any of the sessions has. */
export async function selectScopes(database: Database, { organization, ids }: Within): Promise<string[]> {
  const scopes = new Set<string>();
  for (const some of rowChunks(ids)) {
    const rows = await tables<PersonTables>(database)
      .selectFrom("scope_sessions")
      .select("scope")
      .distinct()
      .where("organization", "=", organization)
      .where("session", "in", some)
      .execute();
    for (const { scope } of rows) scopes.add(scope);
  }
  return [...scopes];
}

/** Gives: the objects that hold any of the sessions. */
export async function selectObjectsOf(database: Database, { organization, ids }: Within): Promise<string[]> {
  const keys = new Set<string>();
  for (const some of rowChunks(ids)) {
    const rows = await tables<PersonTables>(database)
      .selectFrom("object_sessions")
      .select("object_key")
      .distinct()
      .where("organization", "=", organization)
      .where("session", "in", some)
      .execute();
    for (const { object_key } of rows) keys.add(object_key);
  }
  return [...keys];
}

/** Gives: the keys that are bound to one of the developers. */
export async function selectBoundKeys(
  database: Database,
  developers: readonly string[],
): Promise<{ id: string; revoked: boolean }[]> {
  const rows = await tables<PersonTables>(database)
    .selectFrom("keys")
    .select(["id", "revoked_at"])
    .where("developer_id", "in", developers)
    .execute();
  return rows.map(({ id, revoked_at }) => ({ id, revoked: revoked_at !== null }));
}

/** Gives: the keys that stand for one of the developers where records say nothing more. */
export async function selectKeysNamed(database: Database, { organization, ids }: Within): Promise<string[]> {
  const rows = await tables<PersonTables>(database)
    .selectFrom("aliases")
    .select("value")
    .where("organization_id", "=", organization)
    .where("kind", "=", "key")
    .where("developer_id", "in", ids)
    .execute();
  return rows.map(({ value }) => value);
}

/** A table whose rows belong to a session or to a developer. */
export interface OwnedTable {
  name: string;
  by: "session" | "developer";
}

type Owned = Record<string, { organization: string; session: string; developer: string }>;

/** Objects are written anew and list their sessions then; these rows would only lead the purge astray. */
const NOT_ROWS = new Set(["object_sessions"]);

/** Finds them by their columns, so that a table that comes later is not forgotten. */
export async function findOwnedTables(database: Database): Promise<OwnedTable[]> {
  const found = await database.introspection.getTables();
  return found.flatMap(({ name, columns }) => {
    const names = new Set(columns.map((column) => column.name));
    if (!names.has("organization") || NOT_ROWS.has(name)) return [];
    const by = (["session", "developer"] as const).filter((one) => names.has(one));
    return by.map((one) => ({ name, by: one }));
  });
}

/** Gives: how many rows of the table are theirs. */
export async function countRows(
  database: Database,
  table: OwnedTable,
  { organization, ids }: Within,
): Promise<number> {
  let count = 0;
  for (const some of rowChunks(ids)) {
    const row = await tables<Owned>(database)
      .selectFrom(table.name)
      .select(({ fn }) => fn.countAll<number>().as("rows"))
      .where("organization", "=", organization)
      .where(table.by, "in", some)
      .executeTakeFirstOrThrow();
    count += row.rows;
  }
  return count;
}

/** Deletes rows; a short transaction takes some sessions at a time. */
export async function deleteRows(
  transaction: Database,
  table: OwnedTable,
  { organization, ids }: Within,
): Promise<void> {
  for (const some of rowChunks(ids)) {
    await tables<Owned>(transaction)
      .deleteFrom(table.name)
      .where("organization", "=", organization)
      .where(table.by, "in", some)
      .execute();
  }
}

/** Deletes the sightings of scopes. */
export async function deleteSightings(transaction: Database, { organization, ids }: Within): Promise<void> {
  for (const some of rowChunks(ids)) {
    await tables<PersonTables>(transaction)
      .deleteFrom("sighting_chunks")
      .where("organization", "=", organization)
      .where("scope", "in", some)
      .execute();
  }
}

/** Takes the keys that are bound to the developers out of force, and takes their names off. */
export async function revokeKeys(
  transaction: Database,
  { keys, developers, now }: { keys: readonly string[]; developers: readonly string[]; now: Milliseconds },
): Promise<void> {
  const bound = tables<PersonTables>(transaction)
    .updateTable("keys")
    .where("id", "in", keys)
    .where("developer_id", "in", developers);
  await bound.set({ name: "of a purged developer" }).execute();
  await bound.set({ revoked_at: now }).where("revoked_at", "is", null).execute();
}

/** Takes every name off the developers; their ids stay until nothing can refer to them any more. */
export async function unnameDevelopers(transaction: Database, developers: readonly string[]): Promise<void> {
  const view = tables<PersonTables>(transaction);
  await view.deleteFrom("aliases").where("developer_id", "in", developers).execute();
  await view
    .updateTable("developers")
    .set({ given_name: null, email: null, user_name: null, fallback_name: "purged" })
    .where("id", "in", developers)
    .execute();
}

/** Deletes developers that have no name; one who came back, or to whom a new key was bound since, stays. */
export async function deleteUnnamed(transaction: Database, developers: readonly string[]): Promise<void> {
  const view = tables<PersonTables>(transaction);
  const refersTo = await Promise.all([
    view.selectFrom("keys").select("developer_id as id").where("revoked_at", "is", null).execute(),
    view.selectFrom("aliases").select("developer_id as id").execute(),
    view
      .selectFrom("assembled_sessions")
      .select("developer as id")
      .where("developer", "in", developers)
      .execute(),
  ]);
  const needed = new Set(refersTo.flat().map(({ id }) => id));
  const gone = developers.filter((id) => !needed.has(id));
  if (gone.length === 0) return;
  await view.updateTable("developers").set({ merged_into: null }).where("merged_into", "in", gone).execute();
  await view.deleteFrom("developers").where("id", "in", gone).execute();
}
