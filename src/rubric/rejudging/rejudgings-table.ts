/** The times whose prompts somebody had judged again, and how far each is; kept. */
import { count, instant, orNull, text } from "../../database/columns.ts";
import type { Database } from "../../database/engine.ts";
import type { TableSet } from "../../database/prepare.ts";
import { createTable, declareTable, type RowOf, tables } from "../../database/table-shape.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { heldHere } from "../../database/leases/held-table.ts";

/** One wish. Prompts of its time wait again while their newest marks are older than it and of another model or rubric. */
export const REJUDGINGS = declareTable(
  "rejudgings",
  {
    id: text(),
    organization: text(),
    from_at: instant(),
    to_at: instant(),
    asked_at: instant(),
    /** The model that was set then. */
    model: text(),
    rubric_version: text(),
    /** How many prompts were to be judged again. */
    prompts: count(),
    /** The last prompt that was looked at, the earliest first; null before the first. */
    spread_to: orNull(instant()),
    spread_id: orNull(text()),
    /** When all of its prompts were looked at; null before. */
    spread_at: orNull(instant()),
  },
  { key: ["id"], indexes: { rejudgings_by_organization: ["organization", "asked_at"] } },
);

export type Rejudging = RowOf<typeof REJUDGINGS>;

export const rejudgingTables = {
  name: "rejudgings",
  tables: [REJUDGINGS],
  kept: true,
  migrations: [createTables],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, REJUDGINGS);
}

/** Keeps a wish in the place of earlier ones whose times are within its own. */
export async function insertRejudging(transaction: Database, row: Rejudging): Promise<void> {
  const view = tables(transaction, REJUDGINGS);
  await view
    .deleteFrom("rejudgings")
    .where("organization", "=", row.organization)
    .where("from_at", ">=", row.from_at)
    .where("to_at", "<=", row.to_at)
    .execute();
  await view.insertInto("rejudgings").values(row).execute();
}

/** Returns the wishes of an organization, the newest first. */
export async function readRejudgings(database: Database, organization: string): Promise<Rejudging[]> {
  return tables(database, REJUDGINGS)
    .selectFrom("rejudgings")
    .selectAll()
    .where("organization", "=", organization)
    .orderBy("asked_at", "desc")
    .orderBy("id")
    .execute();
}

/** Returns the earliest wish whose prompts were not all looked at; null without one. */
export async function nextToSpread(database: Database): Promise<Rejudging | null> {
  const row = await tables(database, REJUDGINGS)
    .selectFrom("rejudgings")
    .selectAll()
    .where("spread_at", "is", null)
    .$call(heldHere(database, "organization"))
    .orderBy("asked_at")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Notes how far a wish is. */
export async function saveSpread(
  transaction: Database,
  id: string,
  spread: { spread_to: Instant; spread_id: string } | { spread_at: Instant },
): Promise<void> {
  await tables(transaction, REJUDGINGS).updateTable("rejudgings").set(spread).where("id", "=", id).execute();
}
