/** What the normaliser keeps: sightings by session, which session a trace belongs to, who is to be assembled again. */
import { sql } from "kysely";
import { idOfName } from "../database/held-id.ts";
import type { Database } from "../database/open.ts";
import { instant, json, orNull, text } from "../database/columns.ts";
import { createTable, declareTable, type RowOf, tables } from "../database/table-shape.ts";
import type { TableSet } from "../database/prepare.ts";
import { rowChunks } from "../database/row-chunks.ts";
import type { Agent } from "./dialects/agents.ts";
import { DIRTY_SESSIONS } from "./dirty-table.ts";
import { CONVERSATION_MOMENTS, createMoments } from "./own-conversations/moments-table.ts";
import { sessionIn } from "./sightings/scope.ts";
import { createParts, SESSION_PARTS, SESSION_SIZES } from "./parts/parts-table.ts";
import type { Identity, SessionFacts } from "./session-facts.ts";
import { createSightings, SCOPE_SESSIONS, SIGHTING_CHUNKS } from "./sightings/sightings-table.ts";
import type { AgentSessionId, SessionName } from "../vocabulary/held-name.ts";

/** What is known of each session as a whole. */
export const SESSIONS = declareTable(
  "sessions",
  {
    organization: text(),
    session: text<SessionName>(),
    agent: text<Agent>(),
    agent_at: orNull(instant()),
    version: orNull(text()),
    version_at: orNull(instant()),
    key: text(),
    key_at: instant(),
    newest_record_at: instant(),
    /** JSON list of identities. */
    identities: json(),
    /** JSON list of labels. */
    labels: json(),
  },
  { owner: ["session"], key: ["organization", "session"], clustered: true },
);

export type SessionRow = RowOf<typeof SESSIONS>;

export const normaliserTables = {
  name: "normaliser",
  tables: [
    SIGHTING_CHUNKS,
    SCOPE_SESSIONS,
    SESSIONS,
    DIRTY_SESSIONS,
    CONVERSATION_MOMENTS,
    SESSION_PARTS,
    SESSION_SIZES,
  ],
  kept: false,
  migrations: [createTables],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createSightings(database);
  await createMoments(database);
  await createTable(database, SESSIONS);
  await indexSessionIds(database);
  await createTable(database, DIRTY_SESSIONS);
  await createParts(database);
}

/** Makes the index by which sessions are found that have an agent's id. */
async function indexSessionIds(database: Database): Promise<void> {
  await database.schema
    .createIndex("sessions_by_id")
    .on("sessions")
    .expression(sql`organization, ${idOfName(database, "session")}`)
    .execute();
}

/** That a trace's or instance's records belong to a session. */
export interface ScopeLink {
  organization: string;
  scope: string;
  session: SessionName;
}

/**
 * Notes links; known ones stay.
 *
 * @returns The new ones.
 */
export async function saveLinks(database: Database, links: readonly ScopeLink[]): Promise<ScopeLink[]> {
  const added: ScopeLink[] = [];
  for (const chunk of rowChunks(links)) {
    const rows = await tables(database, SCOPE_SESSIONS, SESSIONS)
      .insertInto("scope_sessions")
      .values(chunk)
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .execute();
    added.push(...rows);
  }
  return added;
}

/** Returns the sessions that the scopes are, or are known to belong to. */
export async function sessionsOfScopes(
  database: Database,
  organization: string,
  scopes: readonly string[],
): Promise<SessionName[]> {
  const found = new Set(scopes.flatMap((scope) => sessionIn(scope) ?? []));
  for (const chunk of rowChunks(scopes.filter((scope) => sessionIn(scope) === null))) {
    const rows = await tables(database, SCOPE_SESSIONS, SESSIONS)
      .selectFrom("scope_sessions")
      .select("session")
      .where("organization", "=", organization)
      .where("scope", "in", chunk)
      .execute();
    for (const { session } of rows) found.add(session);
  }
  return [...found];
}

/** Returns the names of all sessions that agents gave the id, whoever holds them. */
export async function findSessionNames(
  database: Database,
  organization: string,
  id: AgentSessionId,
): Promise<SessionName[]> {
  return (await readSessionsOf(database, organization, [id])).map(({ session }) => session);
}

/** Returns what is known of the sessions that agents gave one of the ids, whoever holds them. */
export async function readSessionsOf(
  database: Database,
  organization: string,
  ids: readonly AgentSessionId[],
): Promise<SessionFacts[]> {
  const facts: SessionFacts[] = [];
  for (const chunk of rowChunks(ids)) {
    const rows = await tables(database, SCOPE_SESSIONS, SESSIONS)
      .selectFrom("sessions")
      .selectAll()
      .where("organization", "=", organization)
      .where(idOfName(database, "session"), "in", chunk)
      .execute();
    facts.push(...rows.map(factsOf));
  }
  return facts;
}

/** Returns what is known of those of the sessions that were seen before. */
export async function readSessions(
  database: Database,
  organization: string,
  sessions: readonly SessionName[],
): Promise<SessionFacts[]> {
  const facts: SessionFacts[] = [];
  for (const chunk of rowChunks(sessions)) {
    const rows = await tables(database, SCOPE_SESSIONS, SESSIONS)
      .selectFrom("sessions")
      .selectAll()
      .where("organization", "=", organization)
      .where("session", "in", chunk)
      .execute();
    facts.push(...rows.map(factsOf));
  }
  return facts;
}

function factsOf(row: SessionRow): SessionFacts {
  const { agent_at, version_at, key_at, newest_record_at, identities, labels, ...rest } = row;
  return {
    ...rest,
    agentAt: agent_at,
    versionAt: version_at,
    keyAt: key_at,
    newestRecordAt: newest_record_at,
    identities: JSON.parse(identities) as Identity[],
    labels: JSON.parse(labels) as Identity[],
  };
}

/** Keeps what is known of sessions, in the place of what was known before. */
export async function saveSessions(database: Database, sessions: readonly SessionFacts[]): Promise<void> {
  for (const chunk of rowChunks(sessions)) {
    await tables(database, SCOPE_SESSIONS, SESSIONS)
      .insertInto("sessions")
      .values(chunk.map(rowOf))
      .onConflict((conflict) =>
        conflict.columns(["organization", "session"]).doUpdateSet((row) => ({
          agent: row.ref("excluded.agent"),
          agent_at: row.ref("excluded.agent_at"),
          version: row.ref("excluded.version"),
          version_at: row.ref("excluded.version_at"),
          key: row.ref("excluded.key"),
          key_at: row.ref("excluded.key_at"),
          newest_record_at: row.ref("excluded.newest_record_at"),
          identities: row.ref("excluded.identities"),
          labels: row.ref("excluded.labels"),
        })),
      )
      .execute();
  }
}

function rowOf(facts: SessionFacts): SessionRow {
  const { agentAt, versionAt, keyAt, newestRecordAt, identities, labels, ...rest } = facts;
  return {
    ...rest,
    agent_at: agentAt,
    version_at: versionAt,
    key_at: keyAt,
    newest_record_at: newestRecordAt,
    identities: listText(identities),
    labels: listText(labels),
  };
}

function listText(list: readonly Identity[]): string {
  return JSON.stringify(list.toSorted((left, right) => (left.kind < right.kind ? -1 : 1)));
}
