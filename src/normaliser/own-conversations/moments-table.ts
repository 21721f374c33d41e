/** The rows of moments: prompts, and starts of conversations that may be the agent's own. */
import type { Database } from "../../database/open.ts";
import { instant, text } from "../../database/columns.ts";
import { createTable, declareTable, tables } from "../../database/table-shape.ts";
import { rowChunks } from "../../database/row-chunks.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { NEARBY_MS } from "./helper-conversation.ts";
import type { Moment } from "./moment.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";

/** Prompts, and starts of conversations that may be the agent's own. */
export const CONVERSATION_MOMENTS = declareTable(
  "conversation_moments",
  {
    organization: text(),
    session: text<SessionName>(),
    /** The key that it came with. */
    key: text(),
    what: text<"prompt" | "possible_helper">(),
    at: instant(),
  },
  {
    owner: ["session"],
    key: ["organization", "session", "what", "at"],
    indexes: { conversation_moments_by_time: ["organization", "key", "what", "at"] },
  },
);

/** Makes the table. */
export async function createMoments(database: Database): Promise<void> {
  await createTable(database, CONVERSATION_MOMENTS);
}

/** Keeps moments; known ones stay. */
export async function saveMoments(database: Database, moments: readonly Moment[]): Promise<void> {
  for (const chunk of rowChunks(moments)) {
    await tables(database, CONVERSATION_MOMENTS)
      .insertInto("conversation_moments")
      .values(chunk)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Where a moment is looked for. */
type Around = Pick<Moment, "organization" | "key" | "at">;

function near(database: Database, around: Around, what: Moment["what"]) {
  return tables(database, CONVERSATION_MOMENTS)
    .selectFrom("conversation_moments as moment")
    .where("moment.organization", "=", around.organization)
    .where("moment.key", "=", around.key)
    .where("moment.what", "=", what)
    .where("moment.at", ">=", around.at - NEARBY_MS)
    .where("moment.at", "<=", around.at + NEARBY_MS);
}

/** Returns the sessions that the prompts among the moments may show to be the agent's own. */
export async function findPossibleHelpers(
  database: Database,
  moments: readonly Moment[],
): Promise<Set<SessionName>> {
  const found = new Set<SessionName>();
  for (const prompt of moments.filter(({ what }) => what === "prompt")) {
    const rows = await near(database, prompt, "possible_helper").select("moment.session").execute();
    for (const { session } of rows) if (session !== prompt.session) found.add(session);
  }
  return found;
}

/**
 * Finds the prompts that the same key sent in other conversations near the start of one that may be the agent's own.
 *
 * If two may both be the agent's own, the one that started first is a person's.
 */
export async function readPromptsNear(
  database: Database,
  start: Around & { session: SessionName },
): Promise<Instant[]> {
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
