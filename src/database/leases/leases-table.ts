/** Which engines share the database, and which of them works on which organization. Empty with SQLite, which has one. */
import { count, instant, text } from "../columns.ts";
import type { Database } from "../engine.ts";
import type { TableSet } from "../prepare.ts";
import { createTable, declareTable } from "../table-shape.ts";

/** One row for each running engine. All times are the database's. */
export const ENGINE_NODES = declareTable(
  "engine_nodes",
  {
    node: text(),
    /** Another number each time an engine registers. Whoever takes its work deletes the row, and the number is over. */
    epoch: count(),
    /** Where its pages are reached; empty where nobody said. */
    url: text(),
    version: text(),
    started_at: instant(),
    renewed_at: instant(),
    expires_at: instant(),
  },
  { key: ["node"], unique: [["epoch"]] },
);

/** Whose work each organization is; it is nobody's without a row. */
export const ORGANIZATION_LEASES = declareTable(
  "organization_leases",
  { organization: text(), node: text(), epoch: count() },
  { key: ["organization"], indexes: { organization_leases_by_epoch: ["epoch"] } },
);

/** What one engine does for all organizations. */
export type Duty = "writer";

/** Which engine does it. */
export const ENGINE_DUTIES = declareTable(
  "engine_duties",
  { duty: text<Duty>(), node: text(), epoch: count() },
  { key: ["duty"] },
);

export const leaseTables = {
  name: "leases",
  tables: [ENGINE_NODES, ORGANIZATION_LEASES, ENGINE_DUTIES],
  kept: true,
  migrations: [createTables],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, ENGINE_NODES);
  await createTable(database, ORGANIZATION_LEASES);
  await createTable(database, ENGINE_DUTIES);
}
