/** Gives sessions of an earlier version, which were known by the agent's id alone, the names that they have now. */
import type { Database } from "../../database/open.ts";
import { text } from "../../database/columns.ts";
import { declareTable, tables } from "../../database/table-shape.ts";
import { SEALED_SESSIONS } from "../../writer/upkeep/table.ts";
import { SCOPE_SESSIONS, SIGHTING_CHUNKS } from "./sightings-table.ts";
import type { TableSet } from "../../database/prepare.ts";
import { readHolders } from "../../identity/holders.ts";
import { heldName } from "../../vocabulary/held-name.ts";
import { INSTANCE_MARK, SESSION_MARK, TRACE_MARK } from "./scope.ts";
import { indexSessionIds, SESSIONS } from "../table.ts";

/** Goes before the tables of the normaliser, which it finds as the earlier version left them. */
export const sessionNames = {
  name: "session_names",
  tables: [],
  kept: true,
  remakes: true,
  migrations: [nameSealed],
} satisfies TableSet;

/** Their ids are what the catalogue and retention know; a word on a boundary finds its prompt by either. */
const KEEP_IDS = new Set(["object_sessions", "sealed_sessions", "boundary_overrides"]);

/** What is asked of a table that the database turns out to have. */
const OWNED = { organization: text(), session: text() };

/** Everything else is made again from the records; sealed sessions have lost some, and keep their rows. */
async function nameSealed(database: Database): Promise<void> {
  const found = await database.introspection.getTables();
  if (!found.some(({ name }) => name === "sessions")) return;
  const holders = await readHolders(database);
  const owned = found
    .filter(({ name, columns }) => !KEEP_IDS.has(name) && columns.some((column) => column.name === "session"))
    .map(({ name }) => name);
  for (const { organization, session, key } of await selectSealed(database)) {
    const holder = holders(key);
    await nameScopes(database, { organization, session, holder });
    for (const table of owned) {
      await tables(database, declareTable(table, OWNED))
        .updateTable(table)
        .set({ session: heldName(holder, session) })
        .where("organization", "=", organization)
        .where("session", "=", session)
        .execute();
    }
  }
  await indexSessionIds(database);
}

function selectSealed(database: Database) {
  return tables(database, SESSIONS, SEALED_SESSIONS)
    .selectFrom("sessions")
    .innerJoin("sealed_sessions as sealed", (join) =>
      join
        .onRef("sealed.organization", "=", "sessions.organization")
        .onRef("sealed.session", "=", "sessions.session"),
    )
    .select(["sessions.organization", "sessions.session", "sessions.key"])
    .execute();
}

/** Names where the session's sightings are: in its own scope, and in those of its traces and instances. */
async function nameScopes(
  database: Database,
  { organization, session, holder }: { organization: string; session: string; holder: string },
): Promise<void> {
  const view = tables(database, SCOPE_SESSIONS, SIGHTING_CHUNKS);
  const links = await view
    .selectFrom("scope_sessions")
    .select("scope")
    .where("organization", "=", organization)
    .where("session", "=", session)
    .execute();
  for (const scope of [`${SESSION_MARK}${session}`, ...links.map((link) => link.scope)]) {
    const named = nameScope(scope, holder);
    await view
      .updateTable("sighting_chunks")
      .set({ scope: named })
      .where("organization", "=", organization)
      .where("scope", "=", scope)
      .execute();
    await view
      .updateTable("sighting_chunks")
      .set({ instance: named })
      .where("organization", "=", organization)
      .where("instance", "=", scope)
      .execute();
    await view
      .updateTable("scope_sessions")
      .set({ scope: named })
      .where("organization", "=", organization)
      .where("session", "=", session)
      .where("scope", "=", scope)
      .execute();
  }
}

function nameScope(scope: string, holder: string): string {
  const mark = [SESSION_MARK, TRACE_MARK, INSTANCE_MARK].find((known) => scope.startsWith(known)) ?? "";
  return `${mark}${heldName(holder, scope.slice(mark.length))}`;
}
