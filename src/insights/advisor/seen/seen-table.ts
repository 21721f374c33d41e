/** What people have seen of the coach: when each habit or card was first seen, and which habits they try. */
import { instant, orNull, text } from "../../../database/columns.ts";
import type { Database } from "../../../database/open.ts";
import type { TableSet } from "../../../database/prepare.ts";
import { createTable, declareTable, type RowOf, tables } from "../../../database/table-shape.ts";

/** One row for each person and advice. */
export const SEEN_ADVICE = declareTable(
  "seen_advice",
  {
    organization: text(),
    /** Who saw it, by the id of then. */
    developer: text(),
    /** The id of a habit, or of a card. */
    advice: text(),
    first_seen_at: instant(),
    /** When it was named last. */
    shown_at: instant(),
    /** When they began to try it for a week; null when they did not. */
    tried_at: orNull(instant()),
  },
  { owner: ["developer"], key: ["organization", "developer", "advice"] },
);

export type SeenRow = RowOf<typeof SEEN_ADVICE>;

export const seenTables = {
  name: "seen advice",
  tables: [SEEN_ADVICE],
  kept: true,
  migrations: [createTables],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, SEEN_ADVICE);
}

/** Notes that somebody sees an advice; that they try it stays, or begins anew where the row says when. */
export async function saveSeen(transaction: Database, row: SeenRow): Promise<void> {
  const { shown_at, tried_at } = row;
  await tables(transaction, SEEN_ADVICE)
    .insertInto("seen_advice")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(["organization", "developer", "advice"])
        .doUpdateSet({ shown_at, ...(tried_at !== null && { tried_at }) }),
    )
    .execute();
}

/** Returns what the developers have seen; null for everybody. */
export async function readSeen(
  database: Database,
  { organization, developers }: { organization: string; developers: readonly string[] | null },
): Promise<SeenRow[]> {
  const all = tables(database, SEEN_ADVICE)
    .selectFrom("seen_advice")
    .selectAll()
    .where("organization", "=", organization)
    .orderBy("first_seen_at")
    .orderBy("developer")
    .orderBy("advice");
  return (developers === null ? all : all.where("developer", "in", developers)).execute();
}
