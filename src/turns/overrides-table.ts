/** What people said about boundaries; kept, and found by the prompt, whose place may move. */
import { type Database, tables } from "../database/open.ts";
import type { TableSet } from "../database/prepare.ts";
import { rowChunks } from "../database/row-chunks.ts";
import type { Milliseconds } from "../vocabulary/units.ts";
import type { BoundaryOverride } from "./split.ts";

interface OverrideTables {
  boundary_overrides: {
    organization: string;
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
}

/** Gives: the overrides of those of the sessions that have any. */
export async function readOverrides(
  database: Database,
  organization: string,
  sessions: readonly string[],
): Promise<Map<string, BoundaryOverride[]>> {
  const found = new Map<string, BoundaryOverride[]>();
  for (const some of rowChunks(sessions)) {
    const rows = await tables<OverrideTables>(database)
      .selectFrom("boundary_overrides")
      .select(["session", "prompt as promptEventId", "action"])
      .where("organization", "=", organization)
      .where("session", "in", some)
      .execute();
    for (const { session, ...override } of rows) {
      const known = found.get(session);
      if (known === undefined) found.set(session, [override]);
      else known.push(override);
    }
  }
  return found;
}
