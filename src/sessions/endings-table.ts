/** Sessions with a sub-session that closed a short while ago: they may be over and can be summarized. */
import { instant, text } from "../database/columns.ts";
import type { SessionOf } from "../database/engine.ts";
import type { Database } from "../database/open.ts";
import type { TableSet } from "../database/prepare.ts";
import { rowChunks } from "../database/row-chunks.ts";
import { createTable, declareTable, type RowOf, tables } from "../database/table-shape.ts";
import type { MetricsRow } from "../metrics/columns-table.ts";
import type { Instant } from "../vocabulary/units.ts";
import { NOTED_FOR } from "./closings-table.ts";
import type { SessionName } from "../vocabulary/held-name.ts";
import { heldHere } from "../database/leases/held-table.ts";

/** One row for each such session that nobody has looked at since. */
const ENDINGS = declareTable(
  "endings",
  { organization: text(), session: text<SessionName>(), closed_at: instant() },
  { owner: ["session"], key: ["organization", "session"], indexes: { endings_by_closed_at: ["closed_at"] } },
);

export type Ending = RowOf<typeof ENDINGS>;

export const endingTables = {
  name: "endings",
  tables: [ENDINGS],
  kept: false,
  shape: 1,
  create: createTables,
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, ENDINGS);
}

/** Notes the sessions of rows that were just saved, as `noteClosings` notes their sub-sessions. */
export async function noteEndings(
  transaction: Database,
  rows: readonly MetricsRow[],
  now: Instant,
): Promise<void> {
  const endings = new Map<string, Ending>();
  for (const { organization, session, state, closed_at } of rows) {
    if (state !== "closed" || closed_at === null || closed_at < now - NOTED_FOR) continue;
    endings.set(`${organization} ${session}`, { organization, session, closed_at });
  }
  for (const chunk of rowChunks([...endings.values()])) {
    await tables(transaction, ENDINGS)
      .insertInto("endings")
      .values(chunk)
      .onConflict((conflict) =>
        conflict
          .columns(["organization", "session"])
          .doUpdateSet((row) => ({ closed_at: row.ref("excluded.closed_at") })),
      )
      .execute();
  }
}

/** Returns at most `limit` of them, the newest first. */
export async function readEndings(database: Database, limit: number): Promise<Ending[]> {
  return tables(database, ENDINGS)
    .selectFrom("endings")
    .selectAll()
    .$call(heldHere(database, "organization"))
    .orderBy("closed_at", "desc")
    .orderBy("session")
    .limit(limit)
    .execute();
}

/** Deletes the row of a session that was looked at. */
export async function forgetEnding(
  transaction: Database,
  { organization, session }: SessionOf,
): Promise<void> {
  await tables(transaction, ENDINGS)
    .deleteFrom("endings")
    .where("organization", "=", organization)
    .where("session", "=", session)
    .execute();
}
