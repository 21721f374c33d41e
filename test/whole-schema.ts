/** Looks into every table of the program, typed by all that its parts declare. */
import type { Kysely } from "kysely";
import { ALL_TABLES, type Schema } from "../src/appliance/tables.ts";
import type { Database } from "../src/database/open.ts";
import { tables } from "../src/database/table-shape.ts";

export function wholeSchema(database: Database): Kysely<Schema> {
  return tables(
    database,
    ...ALL_TABLES.flatMap<(typeof ALL_TABLES)[number]["tables"][number]>((set) => set.tables),
  );
}
