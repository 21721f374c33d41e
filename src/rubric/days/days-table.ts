/**
 * What each organization's prompts of a day add up to, and which days changed since.
 *
 * Whatever changes prompts empties the sums of their days in the same transaction: sums that are there say what the rows
 * say.
 */
import { count, instant, json, orNull, text } from "../../database/columns.ts";
import type { Database } from "../../database/engine.ts";
import type { TableSet } from "../../database/prepare.ts";
import { rowChunks } from "../../database/row-chunks.ts";
import { createTable, declareTable, type RowOf, tables } from "../../database/table-shape.ts";
import { DAY, type Milliseconds } from "../../vocabulary/units.ts";
import type { PromptDay } from "./prompt-day.ts";

/** Another one whenever days are added up or kept in another way. */
const SUMMED_BY = "1";

/** One row for each organization and UTC day with prompts. */
export const PROMPT_DAYS = declareTable(
  "prompt_days",
  {
    organization: text(),
    /** Counted from 1970. */
    day: count(),
    /** JSON: the sums of a `PromptDay`; null when rows changed since, or before the first time. */
    sums: orNull(json()),
    /** The way in which they were added up. */
    summed_by: orNull(text()),
  },
  { unique: [["organization", "day"]] },
);

/** Kept, because it is not thrown away with what it sums up: then its sums are emptied. */
export const promptDayTables = {
  name: "prompt days",
  tables: [PROMPT_DAYS],
  kept: true,
  migrations: [createTables],
} satisfies TableSet;

/** What is needed of prompts to find their days: their own file knows this one. */
const SUBMITTED = declareTable("prompts", { organization: text(), submitted_at: instant() });

async function createTables(database: Database): Promise<void> {
  await createTable(database, PROMPT_DAYS);
  await tables(database, PROMPT_DAYS, SUBMITTED)
    .insertInto("prompt_days")
    .columns(["organization", "day"])
    .expression((prompts) =>
      prompts
        .selectFrom("prompts")
        .select((row) => ["organization", row("submitted_at", "/", row.lit(DAY)).as("day")])
        .distinct(),
    )
    .execute();
}

/** Empties the sums of the days on which these prompts were submitted. Takes: the transaction that changes them. */
export async function emptyPromptDays(
  transaction: Database,
  prompts: readonly { organization: string; submitted_at: Milliseconds }[],
): Promise<void> {
  const days = new Map<string, PromptDayPlace>();
  for (const { organization, submitted_at } of prompts) {
    const day = Math.floor(submitted_at / DAY);
    days.set(`${organization} ${day}`, { organization, day });
  }
  for (const chunk of rowChunks([...days.values()])) {
    await tables(transaction, PROMPT_DAYS)
      .insertInto("prompt_days")
      .values(chunk)
      .onConflict((conflict) => conflict.columns(["organization", "day"]).doUpdateSet({ sums: null }))
      .execute();
  }
}

/** Empties all sums. Takes: the organization; null for all. */
export async function emptyAllPromptDays(transaction: Database, organization: string | null): Promise<void> {
  const all = tables(transaction, PROMPT_DAYS).updateTable("prompt_days").set({ sums: null });
  await (organization === null ? all : all.where("organization", "=", organization)).execute();
}

/** A day by its place. */
type PromptDayPlace = Pick<RowOf<typeof PROMPT_DAYS>, "organization" | "day">;

/** Gives: at most `limit` days before the given one that are to be added up, the newest first. */
export async function findOpenPromptDays(
  database: Database,
  { before, limit }: { before: number; limit: number },
): Promise<PromptDayPlace[]> {
  return tables(database, PROMPT_DAYS)
    .selectFrom("prompt_days")
    .select(["organization", "day"])
    .where("day", "<", before)
    .where((row) => row.or([row("sums", "is", null), row("summed_by", "!=", SUMMED_BY)]))
    .orderBy("day", "desc")
    .orderBy("organization")
    .limit(limit)
    .execute();
}

/** Keeps what a day adds up to; null takes the day away, when nothing is left of it. */
export async function savePromptDay(
  transaction: Database,
  { organization, day }: PromptDayPlace,
  summed: PromptDay | null,
): Promise<void> {
  const view = tables(transaction, PROMPT_DAYS);
  if (summed === null) {
    await view
      .deleteFrom("prompt_days")
      .where((row) => row.and({ organization, day }))
      .execute();
    return;
  }
  const { statuses, marks } = summed;
  await view
    .updateTable("prompt_days")
    .set({ sums: JSON.stringify({ statuses, marks }), summed_by: SUMMED_BY })
    .where((row) => row.and({ organization, day }))
    .execute();
}

/** Takes: days counted from 1970, the last one left out. Gives: those whose sums are kept. */
export async function readKeptPromptDays(
  database: Database,
  { organization, from, to }: { organization: string; from: number; to: number },
): Promise<PromptDay[]> {
  const rows = await tables(database, PROMPT_DAYS)
    .selectFrom("prompt_days")
    .select(["day", "sums"])
    .where("organization", "=", organization)
    .where("summed_by", "=", SUMMED_BY)
    .where("day", ">=", from)
    .where("day", "<", to)
    .execute();
  return rows.flatMap(({ day, sums }) =>
    sums === null ? [] : [{ day, ...(JSON.parse(sums) as Omit<PromptDay, "day">) }],
  );
}
