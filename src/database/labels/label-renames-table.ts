/** What an admin calls the values of labels: two that share a name are one. */
import { text } from "../columns.ts";
import type { Database } from "../engine.ts";
import type { TableSet } from "../prepare.ts";
import { createTable, declareTable, type RowOf, tables } from "../table-shape.ts";

export const LABEL_RENAMES = declareTable(
  "label_renames",
  {
    organization: text(),
    name: text(),
    /** As agents send it. */
    value: text(),
    shown_as: text(),
  },
  { key: ["organization", "name", "value"] },
);

export const labelRenameTables = {
  name: "label renames",
  tables: [LABEL_RENAMES],
  kept: true,
  migrations: [createTables],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, LABEL_RENAMES);
}

export type LabelRename = Omit<RowOf<typeof LABEL_RENAMES>, "organization">;

/** Returns what an organization calls values, in no particular order. */
export async function readRenames(database: Database, organization: string): Promise<LabelRename[]> {
  return tables(database, LABEL_RENAMES)
    .selectFrom("label_renames")
    .select(["name", "value", "shown_as"])
    .where("organization", "=", organization)
    .execute();
}

/** Calls a value by another name from now on; by its own name again where both are the same. */
export async function saveRename(
  transaction: Database,
  organization: string,
  rename: LabelRename,
): Promise<void> {
  const { name, value, shown_as } = rename;
  await tables(transaction, LABEL_RENAMES)
    .deleteFrom("label_renames")
    .where("organization", "=", organization)
    .where("name", "=", name)
    .where("value", "=", value)
    .execute();
  if (shown_as === value) return;
  await tables(transaction, LABEL_RENAMES)
    .insertInto("label_renames")
    .values({ organization, ...rename })
    .execute();
}
