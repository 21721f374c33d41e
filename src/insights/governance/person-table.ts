/** Finds and deletes everything that the database holds of one person. */
import type { Database } from "../../database/open.ts";
import { type TableShape, text } from "../../database/columns.ts";
import { emptyEveryDay } from "../../database/days/kept-days-table.ts";
import { declareTable, tables } from "../../database/table-shape.ts";
import { rowChunks } from "../../database/row-chunks.ts";
import { OBJECT_SESSIONS, OBJECTS } from "../../catalogue/table.ts";
import { ALIASES, DEVELOPERS } from "../../identity/developers/table.ts";
import { USER_ACCOUNTS } from "../../identity/accounts/table.ts";
import { KEYS } from "../../identity/keys/table.ts";
import { endSignInsOfPerson } from "../../identity/links/of-person-table.ts";
import { emptyDaysOf } from "../../metrics/changed-days/score-days-table.ts";
import { METRICS_TABLE } from "../../metrics/columns-table.ts";
import { NEIGHBOUR_SIGNS } from "../../normaliser/neighbours/neighbours-table.ts";
import { SCOPE_SESSIONS, SIGHTING_CHUNKS } from "../../normaliser/sightings/sightings-table.ts";
import { SESSIONS } from "../../normaliser/table.ts";
import { ASSEMBLED_SESSIONS } from "../../turns/create-tables.ts";
import { SEALED_SESSIONS } from "../../writer/upkeep/table.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { DAYS_OF } from "./days-of-rows.ts";
import { NO_SESSION, type AgentSessionId, type SessionName } from "../../vocabulary/held-name.ts";

/** Some of an organization's sessions, developers or scopes. */
export interface Within<Id extends string = string> {
  organization: string;
  ids: readonly Id[];
}

/** Returns the sessions that belong to one of the developers and have no later record. */
export async function selectSessionsOf(
  database: Database,
  { organization, ids, until }: Within & { until: Instant },
): Promise<SessionName[]> {
  const rows = await tables(database, ASSEMBLED_SESSIONS, SESSIONS)
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

/** Returns the sessions whose developer is known, with that developer. */
export async function selectOwners(
  database: Database,
  { organization, ids }: Within<SessionName>,
): Promise<{ session: SessionName; developer: string }[]> {
  const owners: { session: SessionName; developer: string }[] = [];
  for (const chunk of rowChunks(ids)) {
    const rows = tables(database, ASSEMBLED_SESSIONS)
      .selectFrom("assembled_sessions")
      .select(["session", "developer"])
      .where("organization", "=", organization)
      .where("session", "in", chunk);
    owners.push(...(await rows.execute()));
  }
  return owners;
}

/** Returns every session of the organization that was ever seen in a record. */
export async function selectKnownSessions(database: Database, organization: string): Promise<SessionName[]> {
  const rows = await tables(database, SESSIONS)
    .selectFrom("sessions")
    .select("session")
    .where("organization", "=", organization)
    .execute();
  return rows.map(({ session }) => session);
}

/** Returns the scopes of traces and instances that any of the sessions has. */
export async function selectScopes(
  database: Database,
  { organization, ids }: Within<SessionName>,
): Promise<string[]> {
  const scopes = new Set<string>();
  for (const chunk of rowChunks(ids)) {
    const rows = await tables(database, SCOPE_SESSIONS)
      .selectFrom("scope_sessions")
      .select("scope")
      .distinct()
      .where("organization", "=", organization)
      .where("session", "in", chunk)
      .execute();
    for (const { scope } of rows) scopes.add(scope);
  }
  return [...scopes];
}

/** Returns the objects that hold any of the sessions. */
export async function selectObjectsOf(
  database: Database,
  { organization, ids }: Within<AgentSessionId>,
): Promise<string[]> {
  const keys = new Set<string>();
  for (const chunk of rowChunks(ids)) {
    const rows = await tables(database, OBJECT_SESSIONS, OBJECTS)
      .selectFrom("object_sessions as held")
      .innerJoin("objects", "objects.number", "held.object")
      .select("objects.key")
      .distinct()
      .where("held.organization", "=", organization)
      .where("held.session", "in", chunk)
      .execute();
    for (const { key } of rows) keys.add(key);
  }
  return [...keys];
}

/** Returns the keys that are bound to one of the developers. */
export async function selectBoundKeys(
  database: Database,
  developers: readonly string[],
): Promise<{ id: string; revoked: boolean }[]> {
  const rows = await tables(database, KEYS)
    .selectFrom("keys")
    .select(["id", "revoked_at"])
    .where("developer_id", "in", developers)
    .execute();
  return rows.map(({ id, revoked_at }) => ({ id, revoked: revoked_at !== null }));
}

/** Returns the keys that identify one of the developers where records say nothing more. */
export async function selectKeysNamed(database: Database, { organization, ids }: Within): Promise<string[]> {
  const rows = await tables(database, ALIASES)
    .selectFrom("aliases")
    .select("value")
    .where("organization_id", "=", organization)
    .where("kind", "=", "key")
    .where("developer_id", "in", ids)
    .execute();
  return rows.map(({ value }) => value);
}

/** Whose rows are meant. */
export interface Whose {
  organization: string;
  sessions: readonly SessionName[];
  developers: readonly string[];
}

/** What is asked of a table that declares an owner; of the last two it may have only one. */
const OWNED = { organization: text(), session: text<SessionName>(), developer: text() };

/** A table that declares an owner. */
type OwnedTable = Pick<TableShape, "name" | "owner">;

/** Returns how many rows of the table are theirs. */
export async function countRows(
  database: Database,
  { name, owner }: OwnedTable,
  { organization, sessions, developers }: Whose,
): Promise<number> {
  const all = tables(database, declareTable(name, OWNED))
    .selectFrom(name)
    .select(({ fn }) => fn.countAll<number>().as("rows"))
    .where("organization", "=", organization);
  let count = 0;
  const hasDeveloper = owner.includes("developer");
  if (hasDeveloper) count += (await all.where("developer", "in", developers).executeTakeFirstOrThrow()).rows;
  const others = hasDeveloper ? all.where("developer", "not in", developers) : all;
  for (const chunk of owner.includes("session") ? rowChunks(sessions) : [])
    count += (await others.where("session", "in", chunk).executeTakeFirstOrThrow()).rows;
  return count;
}

/** Deletes their rows. */
export async function deleteRows(
  transaction: Database,
  { name, owner }: OwnedTable,
  whose: Whose,
): Promise<void> {
  const { organization, sessions, developers } = whose;
  if (name === METRICS_TABLE.name) await emptyDaysOf(transaction, whose);
  const days = DAYS_OF.get(name);
  if (days !== undefined) await emptyEveryDay(transaction, days, organization);
  const all = tables(transaction, declareTable(name, OWNED))
    .deleteFrom(name)
    .where("organization", "=", organization);
  if (owner.includes("developer")) await all.where("developer", "in", developers).execute();
  for (const chunk of owner.includes("session") ? rowChunks(sessions) : [])
    await all.where("session", "in", chunk).execute();
}

/**
 * Takes ids of sessions out of what the catalogue says of frames. A frame is listed with every session of the request
 * it came with, also when none of its own records named that one; then it was not written anew.
 */
export async function unlistSessions(
  transaction: Database,
  { organization, ids }: Within<AgentSessionId>,
): Promise<void> {
  for (const chunk of rowChunks(ids)) {
    for (const table of ["object_sessions", "sealed_sessions"] as const) {
      await tables(transaction, SEALED_SESSIONS, OBJECT_SESSIONS)
        .deleteFrom(table)
        .where("organization", "=", organization)
        .where("session", "in", chunk)
        .execute();
    }
  }
}

/** Deletes the sightings of scopes, and those that fall to an instance among them. */
export async function deleteSightings(transaction: Database, { organization, ids }: Within): Promise<void> {
  for (const rows of rowChunks(ids)) {
    await tables(transaction, SIGHTING_CHUNKS)
      .deleteFrom("sighting_chunks")
      .where("organization", "=", organization)
      .where((chunk) => chunk.or([chunk("scope", "in", rows), chunk("instance", "in", rows)]))
      .execute();
  }
}

/** Deletes the signs that keys sent without naming a session, up to a time. */
export async function deleteSigns(
  transaction: Database,
  { organization, ids, until }: Within & { until: Instant },
): Promise<void> {
  await tables(transaction, NEIGHBOUR_SIGNS)
    .deleteFrom("neighbour_signs")
    .where("organization", "=", organization)
    .where("session", "=", NO_SESSION)
    .where("key", "in", ids)
    .where("at", "<=", until)
    .execute();
}

/** Revokes the keys that are bound to the developers, removes the keys' names, and signs the person out. */
export async function revokeKeys(
  transaction: Database,
  { keys, developers, now }: { keys: readonly string[]; developers: readonly string[]; now: Instant },
): Promise<void> {
  const bound = tables(transaction, KEYS)
    .updateTable("keys")
    .where("id", "in", keys)
    .where("developer_id", "in", developers);
  await bound.set({ name: "of a purged developer" }).execute();
  await bound.set({ revoked_at: now }).where("revoked_at", "is", null).execute();
  await endSignInsOfPerson(transaction, { keys, developers });
}

/** Takes every name off the developers; their ids stay until nothing can refer to them any more. */
export async function unnameDevelopers(transaction: Database, developers: readonly string[]): Promise<void> {
  const view = tables(transaction, ALIASES, DEVELOPERS);
  await view.deleteFrom("aliases").where("developer_id", "in", developers).execute();
  await view
    .updateTable("developers")
    .set({ given_name: null, email: null, user_name: null, fallback_name: "purged" })
    .where("id", "in", developers)
    .execute();
}

/** Deletes developers that have no name; one who came back, or to whom a new key was bound since, stays. */
export async function deleteUnnamed(transaction: Database, developers: readonly string[]): Promise<void> {
  const view = tables(transaction, ASSEMBLED_SESSIONS, KEYS, USER_ACCOUNTS, ALIASES, DEVELOPERS);
  const refersTo = await Promise.all([
    view.selectFrom("keys").select("developer_id as id").where("revoked_at", "is", null).execute(),
    view.selectFrom("aliases").select("developer_id as id").execute(),
    view.selectFrom("user_accounts").select("developer as id").execute(),
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
