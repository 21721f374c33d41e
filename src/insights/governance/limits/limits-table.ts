/** The rows of what organizations set: all rules of one kind together, because they are set together. */
import { instant, json, text } from "../../../database/columns.ts";
import type { Database } from "../../../database/open.ts";
import type { TableSet } from "../../../database/prepare.ts";
import type { Instant } from "../../../vocabulary/units.ts";
import { createTable, declareTable, type RowOf, tables } from "../../../database/table-shape.ts";

/** Budgets and guardrails, as they were set last. */
export const LIMITS = declareTable(
  "limits",
  {
    organization: text(),
    kind: text<"budgets" | "guardrails">(),
    /** JSON: `KEPT_BUDGETS` or `KEPT_GUARDRAILS`. */
    rules: json(),
    set_at: instant(),
  },
  { key: ["organization", "kind"] },
);

export type LimitsRow = RowOf<typeof LIMITS>;

export const limitTables = {
  name: "limits",
  tables: [LIMITS],
  kept: true,
  migrations: [createTables],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, LIMITS);
}

/** Puts rules in the place of those that were set before. */
export async function replaceLimits(transaction: Database, row: LimitsRow): Promise<void> {
  await tables(transaction, LIMITS)
    .deleteFrom("limits")
    .where("organization", "=", row.organization)
    .where("kind", "=", row.kind)
    .execute();
  await tables(transaction, LIMITS).insertInto("limits").values(row).execute();
}

/** Returns when any organization set some last; 0 for never. */
export async function readNewestLimits(database: Database): Promise<Instant> {
  const row = await tables(database, LIMITS)
    .selectFrom("limits")
    .select(({ fn }) => fn.max("set_at").as("newest"))
    .executeTakeFirst();
  return Number(row?.newest ?? 0);
}

/** Returns the rules as JSON; null when none were ever set. */
export async function readLimits(
  database: Database,
  { organization, kind }: Pick<LimitsRow, "organization" | "kind">,
): Promise<string | null> {
  const row = await tables(database, LIMITS)
    .selectFrom("limits")
    .select("rules")
    .where("organization", "=", organization)
    .where("kind", "=", kind)
    .executeTakeFirst();
  return row?.rules ?? null;
}
