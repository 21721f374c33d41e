/** The rows of rules: all of an organization together, because there are few and each look reads them all. */
import { instant, json, text } from "../../../database/columns.ts";
import type { Database } from "../../../database/open.ts";
import { declareTable, tables } from "../../../database/table-shape.ts";
import type { Instant } from "../../../vocabulary/units.ts";
import { DEFAULT_RULES } from "./default-rules.ts";
import { type Rule, RULES } from "./rule.ts";

/** Rules as they were changed last; an organization without a row has those that are there from the start. */
export const ALERT_RULES = declareTable(
  "alert_rules",
  {
    organization: text(),
    /** JSON: `RULES`. */
    rules: json(),
    set_at: instant(),
  },
  { key: ["organization"] },
);

export async function readRules(database: Database, organization: string): Promise<readonly Rule[]> {
  const row = await tables(database, ALERT_RULES)
    .selectFrom("alert_rules")
    .select("rules")
    .where("organization", "=", organization)
    .executeTakeFirst();
  return row === undefined ? DEFAULT_RULES : RULES.parse(JSON.parse(row.rules));
}

/** Returns when any organization's rules were changed last; 0 for never. */
export async function readNewestRules(database: Database): Promise<Instant> {
  const row = await tables(database, ALERT_RULES)
    .selectFrom("alert_rules")
    .select(({ fn }) => fn.max("set_at").as("newest"))
    .executeTakeFirst();
  return Number(row?.newest ?? 0);
}

/** Puts rules in the place of those before. */
export async function replaceRules(
  transaction: Database,
  organization: string,
  { rules, now }: { rules: readonly Rule[]; now: Instant },
): Promise<void> {
  const view = tables(transaction, ALERT_RULES);
  await view.deleteFrom("alert_rules").where("organization", "=", organization).execute();
  await view
    .insertInto("alert_rules")
    .values({ organization, rules: JSON.stringify(rules), set_at: now })
    .execute();
}
