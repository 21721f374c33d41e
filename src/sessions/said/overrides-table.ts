/** People's corrections of boundaries. They are kept by prompt, whose place may move. */
import type { Database } from "../../database/open.ts";
import { instant, orNull, text } from "../../database/columns.ts";
import { createTable, declareTable, tables } from "../../database/table-shape.ts";
import type { TableSet } from "../../database/prepare.ts";
import { rowChunks } from "../../database/row-chunks.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { BoundaryOverride } from "../../turns/boundaries/split.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";

/** People's corrections of boundaries. */
const BOUNDARY_OVERRIDES = declareTable(
  "boundary_overrides",
  {
    organization: text(),
    session: text<SessionName>(),
    /** The event id of the prompt. */
    prompt: text(),
    action: text<BoundaryOverride["action"]>(),
    note: orNull(text()),
    /** The id of the key or account it came with. */
    key: text(),
    said_at: instant(),
  },
  { owner: ["session"], key: ["organization", "session", "prompt"] },
);

export const overrideTables = {
  name: "boundary_overrides",
  tables: [BOUNDARY_OVERRIDES],
  kept: true,
  migrations: [createTables],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, BOUNDARY_OVERRIDES);
}

/** A correction, who made it and when. */
export interface SaidOverride extends BoundaryOverride {
  organization: string;
  session: SessionName;
  note: string | null;
  actorId: string;
  saidAt: Instant;
}

/** Keeps a correction for a prompt and replaces an earlier one. */
export async function saveOverride(transaction: Database, override: SaidOverride): Promise<void> {
  const { organization, session, promptEventId, action, note, actorId, saidAt } = override;
  const said = { action, note, key: actorId, said_at: saidAt };
  await tables(transaction, BOUNDARY_OVERRIDES)
    .insertInto("boundary_overrides")
    .values({ organization, session, prompt: promptEventId, ...said })
    .onConflict((conflict) => conflict.columns(["organization", "session", "prompt"]).doUpdateSet(said))
    .execute();
}

/** Returns the overrides of those of the sessions that have any. */
export async function readOverrides(
  database: Database,
  organization: string,
  sessions: readonly SessionName[],
): Promise<Map<string, BoundaryOverride[]>> {
  const said: (BoundaryOverride & { session: SessionName })[] = [];
  for (const chunk of rowChunks(sessions)) {
    const rows = await tables(database, BOUNDARY_OVERRIDES)
      .selectFrom("boundary_overrides")
      .select(["session", "prompt as promptEventId", "action"])
      .where("organization", "=", organization)
      .where("session", "in", chunk)
      .execute();
    said.push(...rows);
  }
  return Map.groupBy(said, ({ session }) => session);
}
