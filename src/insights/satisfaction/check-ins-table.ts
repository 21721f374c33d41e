/** The rows of check-ins: one for each developer and week, the last answer. */
import { count, instant, orNull, text } from "../../database/columns.ts";
import type { Database } from "../../database/open.ts";
import type { TableSet } from "../../database/prepare.ts";
import { createTable, declareTable, type RowOf, tables } from "../../database/table-shape.ts";
import type { Instant } from "../../vocabulary/units.ts";

/** What people answered. */
export const CHECK_INS = declareTable(
  "check_ins",
  {
    organization: text(),
    /** Who answered, by the id of then; see `developers`. */
    developer: text(),
    /** When the week began. */
    week: instant(),
    /** 1 to 5. */
    score: count(),
    /** Redacted. */
    comment: orNull(text()),
    answered_at: instant(),
  },
  { owner: ["developer"], key: ["organization", "week", "developer"] },
);

export type CheckInRow = RowOf<typeof CHECK_INS>;

export const checkInTables = {
  name: "check-ins",
  tables: [CHECK_INS],
  kept: true,
  migrations: [createTables],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, CHECK_INS);
}

/** Keeps an answer in the place of what the developer answered that week before, by whichever name. */
export async function replaceCheckIn(
  transaction: Database,
  row: CheckInRow,
  names: readonly string[],
): Promise<void> {
  const { organization, week } = row;
  await tables(transaction, CHECK_INS)
    .deleteFrom("check_ins")
    .where("organization", "=", organization)
    .where("week", "=", week)
    .where("developer", "in", names)
    .execute();
  await tables(transaction, CHECK_INS).insertInto("check_ins").values(row).execute();
}

/** Returns everybody's answers for the weeks that begin in a time, the earliest answer first. */
export async function readCheckIns(
  database: Database,
  { organization, from, to }: { organization: string; from: Instant; to: Instant },
): Promise<CheckInRow[]> {
  return tables(database, CHECK_INS)
    .selectFrom("check_ins")
    .selectAll()
    .where("organization", "=", organization)
    .where("week", ">=", from)
    .where("week", "<", to)
    .orderBy("answered_at")
    .execute();
}
