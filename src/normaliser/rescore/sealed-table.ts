/** The sessions that retention has taken records from: their rows come again only from what was seen of them. */
import type { Database } from "../../database/open.ts";
import { idOfName } from "../../database/held-id.ts";
import { tables } from "../../database/table-shape.ts";
import { SEALED_SESSIONS } from "../../writer/upkeep/table.ts";
import { markDirty } from "../dirty-table.ts";
import { SESSIONS } from "../table.ts";

/** Has them measured again where tables were made anew: their records are not examined again, which would have them so. */
export async function markSealed(database: Database): Promise<void> {
  const sealed = await tables(database, SESSIONS, SEALED_SESSIONS)
    .selectFrom("sessions")
    .innerJoin("sealed_sessions as sealed", (join) =>
      join
        .onRef("sealed.organization", "=", "sessions.organization")
        .on("sealed.session", "=", idOfName(database, "sessions.session")),
    )
    .select(["sessions.organization", "sessions.session"])
    .execute();
  await markDirty(
    database,
    sealed.map((name) => ({ ...name, sequence: 0 })),
  );
}
