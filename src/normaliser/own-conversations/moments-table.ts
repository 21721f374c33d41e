/** The rows of moments: prompts, and starts of conversations that may be the agent's own. */
import { type Database, tables } from "../../database/open.ts";
import { rowChunks } from "../../database/row-chunks.ts";
import type { Milliseconds } from "../../vocabulary/units.ts";
import { NEARBY_MS } from "./helper-conversation.ts";
import type { Moment } from "./moment.ts";

interface MomentTables {
  conversation_moments: Moment;
}

/** Makes the table. */
export async function createMoments(database: Database): Promise<void> {
  const { schema } = tables<MomentTables>(database);
  await schema
    .createTable("conversation_moments")
    .addColumn("organization", "text", (column) => column.notNull())
    .addColumn("session", "text", (column) => column.notNull())
    .addColumn("key", "text", (column) => column.notNull())
    .addColumn("what", "text", (column) => column.notNull())
    .addColumn("at", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("conversation_moments_key", ["organization", "session", "what", "at"])
    .execute();
  await schema
    .createIndex("conversation_moments_by_time")
    .on("conversation_moments")
    .columns(["organization", "key", "what", "at"])
    .execute();
}

/** Keeps moments; known ones stay. */
export async function saveMoments(database: Database, moments: readonly Moment[]): Promise<void> {
  for (const some of rowChunks(moments)) {
    await tables<MomentTables>(database)
      .insertInto("conversation_moments")
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Where a moment is looked for. */
type Around = Pick<Moment, "organization" | "key" | "at">;

function near(database: Database, around: Around, what: Moment["what"]) {
  return tables<MomentTables>(database)
    .selectFrom("conversation_moments as moment")
    .where("moment.organization", "=", around.organization)
    .where("moment.key", "=", around.key)
    .where("moment.what", "=", what)
    .where("moment.at", ">=", around.at - NEARBY_MS)
    .where("moment.at", "<=", around.at + NEARBY_MS);
}

/** Gives: the sessions that the prompts among the moments may show to be the agent's own. */
export async function findPossibleHelpers(
  database: Database,
  moments: readonly Moment[],
): Promise<Set<string>> {
  const found = new Set<string>();
  for (const prompt of moments.filter(({ what }) => what === "prompt")) {
    const rows = await near(database, prompt, "possible_helper").select("moment.session").execute();
    for (const { session } of rows) if (session !== prompt.session) found.add(session);
  }
  return found;
}

/**
 * The prompts of other conversations of the same key near the start of one that may be the agent's own.
 *
 * Of two that may both be the agent's own the one that started first is a person's.
 */
export async function readPromptsNear(
  database: Database,
  start: Around & { session: string },
): Promise<Milliseconds[]> {
  const rows = await near(database, start, "prompt")
    .select("moment.at")
    .where("moment.session", "!=", start.session)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("conversation_moments as other")
            .select("other.at")
            .whereRef("other.organization", "=", "moment.organization")
            .whereRef("other.session", "=", "moment.session")
            .where("other.what", "=", "possible_helper")
            .where("other.at", ">=", start.at),
        ),
      ),
    )
    .execute();
  return rows.map(({ at }) => at);
}
