/** Looks into every table of the program, typed by all that its parts declare. */
import type { Kysely } from "kysely";
import { ALL_TABLES } from "../src/appliance/tables.ts";
import type { Database } from "../src/database/open.ts";
import { tables, type TablesOf } from "../src/database/table-shape.ts";

/** The rows of every table. */
type Schema = TablesOf<readonly (typeof ALL_TABLES)[number]["tables"][number][]>;

export function wholeSchema(database: Database): Kysely<Schema> {
  return tables(
    database,
    ...ALL_TABLES.flatMap<(typeof ALL_TABLES)[number]["tables"][number]>((set) => set.tables),
  );
}
