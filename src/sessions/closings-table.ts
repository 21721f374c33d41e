/** Sub-sessions that closed a short while ago, for stages that look at each once and then delete its row. */
import { instant, text } from "../database/columns.ts";
import type { Database } from "../database/open.ts";
import type { TableSet } from "../database/prepare.ts";
import { rowChunks } from "../database/row-chunks.ts";
import { createTable, declareTable, type RowOf, tables } from "../database/table-shape.ts";
import type { MetricsRow } from "../metrics/columns-table.ts";
import { DAY, type Instant, type Milliseconds } from "../vocabulary/units.ts";
import type { SessionName } from "../vocabulary/held-name.ts";
import { heldHere } from "../database/leases/held-table.ts";

/** One row for each sub-session that closed or changed and was not looked at since. */
const CLOSINGS = declareTable(
  "closings",
  {
    sub_session: text(),
    organization: text(),
    session: text<SessionName>(),
    closed_at: instant(),
  },
  { owner: ["session"], key: ["sub_session"], indexes: { closings_by_closed_at: ["closed_at"] } },
);

export type Closing = RowOf<typeof CLOSINGS>;

export const closingTables = {
  name: "closings",
  tables: [CLOSINGS],
  kept: false,
  shape: 1,
  create: createTables,
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, CLOSINGS);
}

/** Sub-sessions that closed longer ago are skipped: an import or a rebuild brings years of them. */
export const NOTED_FOR: Milliseconds = DAY;

/** Notes which of the rows that were just saved are of sub-sessions that closed a short while ago. */
export async function noteClosings(
  transaction: Database,
  rows: readonly MetricsRow[],
  now: Instant,
): Promise<void> {
  const closings = rows.flatMap<Closing>(
    ({ sub_session, organization, session, state, closed_at, scoreable }) => {
      const isNews =
        state === "closed" && scoreable === 1 && closed_at !== null && closed_at >= now - NOTED_FOR;
      return isNews ? [{ sub_session, organization, session, closed_at }] : [];
    },
  );
  for (const chunk of rowChunks(closings)) {
    await tables(transaction, CLOSINGS)
      .insertInto("closings")
      .values(chunk)
      .onConflict((conflict) =>
        conflict.column("sub_session").doUpdateSet((row) => ({ closed_at: row.ref("excluded.closed_at") })),
      )
      .execute();
  }
}

/** Returns at most `limit` of them, the earliest first. */
export async function readClosings(database: Database, limit: number): Promise<Closing[]> {
  return tables(database, CLOSINGS)
    .selectFrom("closings")
    .selectAll()
    .$call(heldHere(database, "organization"))
    .orderBy("closed_at")
    .orderBy("sub_session")
    .limit(limit)
    .execute();
}

/** Deletes the rows that were looked at, unless they closed at another time since. */
export async function forgetClosings(transaction: Database, closings: readonly Closing[]): Promise<void> {
  for (const { sub_session, closed_at } of closings) {
    await tables(transaction, CLOSINGS)
      .deleteFrom("closings")
      .where("sub_session", "=", sub_session)
      .where("closed_at", "=", closed_at)
      .execute();
  }
}
