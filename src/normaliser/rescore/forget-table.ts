/** Deletes sightings, except those of sessions whose records are no longer all there. */
import { idOfName } from "../../database/held-id.ts";
import type { Database } from "../../database/open.ts";
import { tables } from "../../database/table-shape.ts";
import { SEALED_SESSIONS } from "../../writer/upkeep/table.ts";
import { SCOPE_SESSIONS, SIGHTING_CHUNKS } from "../sightings/sightings-table.ts";
import { SESSION_MARK } from "../sightings/scope.ts";
import type { Range } from "./rescore-table.ts";

/** Deletes all sightings, except those of sealed sessions, in their own scope or in one that belongs to them. */
export async function forgetSightings(transaction: Database): Promise<void> {
  await forgettable(transaction).execute();
}

/**
 * Forgets the sightings of batches in the range that an earlier pass saw and this one did not.
 *
 * @returns Their scopes. Those of sealed sessions stay.
 */
export async function forgetOlderSightings(
  transaction: Database,
  range: Range,
  pass: number,
): Promise<{ organization: string; scope: string }[]> {
  const { organization = null } = range;
  const all = forgettable(transaction);
  return (organization === null ? all : all.where("sighting_chunks.organization", "=", organization))
    .where("sighting_chunks.sequence", ">=", range.first)
    .where("sighting_chunks.sequence", "<=", range.last)
    .where("sighting_chunks.pass", "<", pass)
    .returning(["sighting_chunks.organization", "sighting_chunks.scope"])
    .execute();
}

function forgettable(transaction: Database) {
  return tables(transaction, SIGHTING_CHUNKS, SCOPE_SESSIONS, SEALED_SESSIONS)
    .deleteFrom("sighting_chunks")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("sealed_sessions as sealed")
            .select("sealed.session")
            .whereRef("sealed.organization", "=", "sighting_chunks.organization")
            .where(
              "sealed.session",
              "=",
              idOfName(transaction, "sighting_chunks.scope", SESSION_MARK.length),
            ),
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
                .on("sealed.session", "=", idOfName(transaction, "link.session")),
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
    );
}
