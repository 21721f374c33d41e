/** What people said about boundaries; kept, and found by the prompt, whose place may move. */
import { type Database, tables } from "../database/open.ts";
import type { TableSet } from "../database/prepare.ts";
import { rowChunks } from "../database/row-chunks.ts";
import { idIn } from "../vocabulary/held-name.ts";
import type { Milliseconds } from "../vocabulary/units.ts";
import type { BoundaryOverride } from "../turns/boundaries/split.ts";

interface OverrideTables {
  boundary_overrides: {
    organization: string;
    /** Its name; of a word that was said before sessions had names, the id that the agent gave it. */
    session: string;
    /** The event id of the prompt. */
    prompt: string;
    action: BoundaryOverride["action"];
    note: string | null;
    /** The id of the key it came with. */
    key: string;
    said_at: Milliseconds;
  };
}

export const overrideTables: TableSet = {
  name: "boundary_overrides",
  tables: ["boundary_overrides"],
  kept: true,
  migrations: [createTables],
};

async function createTables(database: Database): Promise<void> {
  await tables<OverrideTables>(database)
    .schema.createTable("boundary_overrides")
    .addColumn("organization", "text", (column) => column.notNull())
    .addColumn("session", "text", (column) => column.notNull())
    .addColumn("prompt", "text", (column) => column.notNull())
    .addColumn("action", "text", (column) => column.notNull())
    .addColumn("note", "text")
    .addColumn("key", "text", (column) => column.notNull())
    .addColumn("said_at", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("boundary_overrides_key", ["organization", "session", "prompt"])
    .execute();
}

/** A person's word, and who said it when. */
export interface SaidOverride extends BoundaryOverride {
  organization: string;
  session: string;
  note: string | null;
  keyId: string;
  saidAt: Milliseconds;
}

/** Keeps a person's word on a prompt in the place of an earlier one. */
export async function saveOverride(transaction: Database, override: SaidOverride): Promise<void> {
  const { organization, session, promptEventId, action, note, keyId, saidAt } = override;
  const said = { action, note, key: keyId, said_at: saidAt };
  await tables<OverrideTables>(transaction)
    .insertInto("boundary_overrides")
    .values({ organization, session, prompt: promptEventId, ...said })
    .onConflict((conflict) => conflict.columns(["organization", "session", "prompt"]).doUpdateSet(said))
    .execute();
  await tables<OverrideTables>(transaction)
    .deleteFrom("boundary_overrides")
    .where("organization", "=", organization)
    .where("session", "=", idIn(session))
    .where("prompt", "=", promptEventId)
    .execute();
}

/**
 * Gives: the overrides of those of the sessions that have any. What was said of an id counts for each session that
 * has it: the prompt tells which one was meant.
 */
export async function readOverrides(
  database: Database,
  organization: string,
  sessions: readonly string[],
): Promise<Map<string, BoundaryOverride[]>> {
  const names = Map.groupBy(sessions, idIn);
  const said: (BoundaryOverride & { session: string })[] = [];
  for (const some of rowChunks([...sessions, ...names.keys()])) {
    const rows = await tables<OverrideTables>(database)
      .selectFrom("boundary_overrides")
      .select(["session", "prompt as promptEventId", "action"])
      .where("organization", "=", organization)
      .where("session", "in", some)
      .execute();
    for (const row of rows)
      said.push(...(names.get(row.session) ?? [row.session]).map((session) => ({ ...row, session })));
  }
  return Map.groupBy(said, ({ session }) => session);
}
