/** Adds up prompts from their rows. */
import { sql } from "kysely";
import type { Database } from "../../database/open.ts";
import { tables } from "../../database/table-shape.ts";
import { inWindow, type WindowFilter } from "../../database/window.ts";
import { DAY } from "../../vocabulary/units.ts";
import { PROMPT_STATUSES, type PromptStatus } from "../prompts/marked-prompts.ts";
import { PROMPTS } from "../prompts/prompts-table.ts";
import type { PromptDay } from "./prompt-day.ts";

/** Returns the days with a prompt in a window, the earliest first. */
export async function sumPrompts(database: Database, window: WindowFilter): Promise<PromptDay[]> {
  const day = sql<number>`submitted_at / ${sql.lit(DAY)}`;
  const rows = await inWindow(tables(database, PROMPTS).selectFrom("prompts"), window, "submitted_at")
    .select(({ fn }) => [
      day.as("day"),
      // all of them or none have a number
      fn.count<number | string>("rubric_score").as("prompts"),
      fn.sum<number | null>("context_leverage").as("contextLeverage"),
      fn.sum<number | null>("information_density").as("informationDensity"),
      fn.sum<number | null>("turn_economy").as("turnEconomy"),
      fn.sum<number | null>("ambiguity_cost").as("ambiguityCost"),
      fn.sum<number | null>("rubric_score").as("rubricScore"),
      ...PROMPT_STATUSES.map((status) =>
        fn.countAll<number | string>().filterWhere("status", "=", status).as(status),
      ),
    ])
    .groupBy(day)
    .orderBy(day)
    .execute();
  return rows.map((row) => ({
    day: Number(row.day),
    statuses: statusesIn(row),
    marks: {
      prompts: Number(row.prompts),
      contextLeverage: row.contextLeverage ?? 0,
      informationDensity: row.informationDensity ?? 0,
      turnEconomy: row.turnEconomy ?? 0,
      ambiguityCost: row.ambiguityCost ?? 0,
      rubricScore: row.rubricScore ?? 0,
    },
  }));
}

function statusesIn(row: Readonly<Record<PromptStatus, number | string>>): PromptDay["statuses"] {
  return {
    pending: Number(row.pending),
    scored: Number(row.scored),
    short_circuited: Number(row.short_circuited),
    failed: Number(row.failed),
  };
}
