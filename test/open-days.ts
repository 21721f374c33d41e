/** Days that are over and wait to be added up. */
import type { Database } from "../src/database/open.ts";
import { isOpen } from "../src/database/days/days-table.ts";
import { wholeSchema } from "./whole-schema.ts";

type DaysTable = "score_days" | "usage_days" | "prompt_days" | "trouble_days";

/** Returns how many days of the table before the given one wait. */
export async function countOpenDays(database: Database, table: DaysTable, before: number): Promise<number> {
  const days = await wholeSchema(database)
    .selectFrom(table)
    .select("day")
    .where(isOpen)
    .where("day", "<", before)
    .execute();
  return days.length;
}
