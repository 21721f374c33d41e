/** Throws sightings away, but those of sessions whose records are no longer all there. */
import { sql } from "kysely";
import { type Database, tables } from "../database/open.ts";

interface ForgetTables {
  sighting_chunks: { organization: string; scope: string; instance: string | null };
  scope_sessions: { organization: string; scope: string; session: string };
  sealed_sessions: { organization: string; session: string };
}

/** Forgets all sightings but those of sealed sessions, in their own scope or in one that belongs to them. */
export async function forgetSightings(transaction: Database): Promise<void> {
  await tables<ForgetTables>(transaction)
    .deleteFrom("sighting_chunks")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("sealed_sessions as sealed")
            .select("sealed.session")
            .whereRef("sealed.organization", "=", "sighting_chunks.organization")
            // a session's own scope is its id behind a mark of two characters
            .where("sealed.session", "=", sql<string>`substr(sighting_chunks.scope, 3)`),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("scope_sessions as link")
            .innerJoin("sealed_sessions as sealed", (join) =>
              join
                .onRef("sealed.organization", "=", "link.organization")
                .onRef("sealed.session", "=", "link.session"),
            )
            .select("link.scope")
            .whereRef("link.organization", "=", "sighting_chunks.organization")
            .where(({ or, eb }) =>
              or([
                eb("link.scope", "=", eb.ref("sighting_chunks.scope")),
                eb("link.scope", "=", eb.ref("sighting_chunks.instance")),
              ]),
            ),
        ),
      ),
    )
    .execute();
}
