/** Counts the rows of a list as far as anybody wants to know. */
import type { SelectQueryBuilder } from "kysely";
import { COUNTED_UP_TO, countedTotal } from "../vocabulary/page.ts";
import type { Database } from "./open.ts";

/**
 * Returns how many they are; null for more than are counted.
 *
 * @param query - A query that finds rows with a column.
 */
export async function totalOf<Tables, Table extends keyof Tables, Row>(
  database: Database,
  query: SelectQueryBuilder<Tables, Table, Row>,
): Promise<number | null> {
  const counted = query.limit(COUNTED_UP_TO + 1).as("counted");
  const row = await database
    .selectFrom(counted)
    .select((rows) => rows.fn.countAll<number>().as("rows"))
    .executeTakeFirst();
  return countedTotal(Number(row?.rows ?? 0));
}
