/** What each session spent on each model, and what of it has no price. */
import { type Database, tables } from "../database/open.ts";
import type { TableSet } from "../database/prepare.ts";
import { replaceSessionRows } from "../database/session-rows-table.ts";
import type { MicroUsd, Milliseconds } from "../vocabulary/units.ts";
import type { ModelSpend } from "./spend.ts";

interface SpendTables {
  model_spend: {
    organization: string;
    session: string;
    developer: string;
    started_at: Milliseconds;
    model: string | null;
    calls: number;
    unpriced_calls: number;
    cost_micro_usd: MicroUsd;
    checked_calls: number;
    reported_micro_usd: MicroUsd;
    computed_micro_usd: MicroUsd;
  };
}

export const spendTables: TableSet = {
  name: "spend",
  tables: ["model_spend"],
  kept: false,
  migrations: [createTables],
};

async function createTables(database: Database): Promise<void> {
  const { schema } = tables<SpendTables>(database);
  await schema
    .createTable("model_spend")
    .addColumn("organization", "text", (column) => column.notNull())
    .addColumn("session", "text", (column) => column.notNull())
    .addColumn("developer", "text", (column) => column.notNull())
    .addColumn("started_at", "integer", (column) => column.notNull())
    .addColumn("model", "text")
    .addColumn("calls", "integer", (column) => column.notNull())
    .addColumn("unpriced_calls", "integer", (column) => column.notNull())
    .addColumn("cost_micro_usd", "integer", (column) => column.notNull())
    .addColumn("checked_calls", "integer", (column) => column.notNull())
    .addColumn("reported_micro_usd", "integer", (column) => column.notNull())
    .addColumn("computed_micro_usd", "integer", (column) => column.notNull())
    .execute();
  for (const by of ["session", "started_at"]) {
    await schema
      .createIndex(`model_spend_by_${by}`)
      .on("model_spend")
      .columns(["organization", by])
      .execute();
  }
}

/** What one session spent, and whose it is. */
export interface SessionSpend {
  organization: string;
  session: string;
  developer: string;
  /** null for a session without turns, which spent nothing. */
  startedAt: Milliseconds | null;
  models: readonly ModelSpend[];
}

/** Puts what sessions spent in the place of what was known of them. */
export async function saveSpend(database: Database, sessions: readonly SessionSpend[]): Promise<void> {
  const rows = sessions.flatMap(rowsOf);
  await replaceSessionRows(tables<SpendTables>(database), "model_spend", { sessions, rows });
}

function rowsOf({ startedAt, models, ...own }: SessionSpend): SpendTables["model_spend"][] {
  if (startedAt === null) return [];
  return models.map((spend) => ({
    ...own,
    started_at: startedAt,
    model: spend.model,
    calls: spend.calls,
    unpriced_calls: spend.unpricedCalls,
    cost_micro_usd: spend.cost,
    checked_calls: spend.checkedCalls,
    reported_micro_usd: spend.reported,
    computed_micro_usd: spend.computed,
  }));
}

/** Which spend is wanted. */
export interface SpendFilter {
  organization: string;
  /** null for everybody's. */
  developers: readonly string[] | null;
  /** Sessions that start at or after this time… */
  from: Milliseconds;
  /** …and before this one. */
  to: Milliseconds;
}

/** Gives: what was spent on each model, by its name; the unnamed one first. */
export async function readSpend(database: Database, filter: SpendFilter): Promise<ModelSpend[]> {
  let query = tables<SpendTables>(database)
    .selectFrom("model_spend")
    .select(({ fn }) => [
      "model",
      fn.sum<number>("calls").as("calls"),
      fn.sum<number>("unpriced_calls").as("unpricedCalls"),
      fn.sum<number>("cost_micro_usd").as("cost"),
      fn.sum<number>("checked_calls").as("checkedCalls"),
      fn.sum<number>("reported_micro_usd").as("reported"),
      fn.sum<number>("computed_micro_usd").as("computed"),
    ])
    .where("organization", "=", filter.organization)
    .where("started_at", ">=", filter.from)
    .where("started_at", "<", filter.to);
  if (filter.developers !== null) query = query.where("developer", "in", filter.developers);
  return query.groupBy("model").orderBy("model").execute();
}
