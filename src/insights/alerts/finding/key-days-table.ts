/** The rows of days on which keys were used: a key itself keeps only its last use. */
import { count, text } from "../../../database/columns.ts";
import type { Database } from "../../../database/open.ts";
import { declareTable, type RowOf, tables } from "../../../database/table-shape.ts";

export const KEY_DAYS = declareTable(
  "alert_key_days",
  {
    organization: text(),
    key: text(),
    /** UTC, counted from 1970. */
    day: count(),
  },
  { key: ["organization", "key", "day"] },
);

export type KeyDay = RowOf<typeof KEY_DAYS>;

/** Notes days; those that are known stay. */
export async function noteKeyDays(transaction: Database, days: readonly KeyDay[]): Promise<void> {
  if (days.length === 0) return;
  await tables(transaction, KEY_DAYS)
    .insertInto("alert_key_days")
    .values([...days])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function readKeyDays(database: Database, organization: string): Promise<KeyDay[]> {
  return tables(database, KEY_DAYS)
    .selectFrom("alert_key_days")
    .selectAll()
    .where("organization", "=", organization)
    .orderBy("day")
    .execute();
}

export async function deleteKeyDaysBefore(
  transaction: Database,
  organization: string,
  day: number,
): Promise<void> {
  await tables(transaction, KEY_DAYS)
    .deleteFrom("alert_key_days")
    .where("organization", "=", organization)
    .where("day", "<", day)
    .execute();
}
