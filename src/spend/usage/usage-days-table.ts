/**
 * What an organization used on each day, packed, and which days changed since.
 *
 * Whatever changes usage empties the packs of its days in the same transaction: a pack that is there says what the rows
 * say. Everybody's work of a day is packed together, because a team does the same kinds of work over and over.
 */
import { count, json, orNull, text } from "../../database/columns.ts";
import type { Database } from "../../database/open.ts";
import type { TableSet } from "../../database/prepare.ts";
import { rowChunks } from "../../database/row-chunks.ts";
import { createTable, declareTable, type RowOf, tables } from "../../database/table-shape.ts";
import { DAY, type Milliseconds } from "../../vocabulary/units.ts";
import type { UsageDay } from "./usage-day.ts";

export const USAGE_DAYS = declareTable(
  "usage_days",
  {
    organization: text(),
    /** Counted from 1970. */
    day: count(),
    /** JSON: a `UsageDay`; null when rows changed since, or before the first time. */
    packed: orNull(json()),
    /** The way in which it was packed. */
    packed_by: orNull(text()),
  },
  { unique: [["organization", "day"]] },
);

/** Kept, because it is not thrown away with what it is packed from: then its packs are emptied. */
export const usageDayTables = {
  name: "usage days",
  tables: [USAGE_DAYS],
  kept: true,
  migrations: [createTables],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, USAGE_DAYS);
}

/** Empties the packs of the days on which these rows start. Takes: the transaction that changes the rows. */
export async function emptyUsageDays(
  transaction: Database,
  rows: readonly { organization: string; started_at: Milliseconds }[],
): Promise<void> {
  const days = new Map<string, Pick<RowOf<typeof USAGE_DAYS>, "organization" | "day">>();
  for (const { organization, started_at } of rows) {
    const day = Math.floor(started_at / DAY);
    days.set(`${organization} ${day}`, { organization, day });
  }
  for (const chunk of rowChunks([...days.values()])) {
    await tables(transaction, USAGE_DAYS)
      .insertInto("usage_days")
      .values(chunk)
      .onConflict((conflict) => conflict.columns(["organization", "day"]).doUpdateSet({ packed: null }))
      .execute();
  }
}

/** Empties every pack. Takes: the organization; null for all. */
export async function emptyAllUsageDays(transaction: Database, organization: string | null): Promise<void> {
  const all = tables(transaction, USAGE_DAYS).updateTable("usage_days").set({ packed: null });
  await (organization === null ? all : all.where("organization", "=", organization)).execute();
}

/** A day by its place. */
export type DayPlace = Pick<RowOf<typeof USAGE_DAYS>, "organization" | "day">;

/** Gives: the newest day before the given one that is not packed that way; null when all are. */
export async function findUnpackedUsage(
  database: Database,
  { before, packedBy }: { before: number; packedBy: string },
): Promise<DayPlace | null> {
  const found = await tables(database, USAGE_DAYS)
    .selectFrom("usage_days")
    .select(["organization", "day"])
    .where("day", "<", before)
    .where((row) => row.or([row("packed", "is", null), row("packed_by", "!=", packedBy)]))
    .orderBy("day", "desc")
    .orderBy("organization")
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

/** Keeps a day's pack. */
export async function savePackedUsage(
  transaction: Database,
  { organization, day }: DayPlace,
  { usage, packedBy }: { usage: UsageDay; packedBy: string },
): Promise<void> {
  await tables(transaction, USAGE_DAYS)
    .updateTable("usage_days")
    .set({ packed: JSON.stringify(usage), packed_by: packedBy })
    .where("organization", "=", organization)
    .where("day", "=", day)
    .execute();
}

/** Takes: days counted from 1970, the last one left out. Gives: those that are packed that way. */
export async function readPackedUsage(
  database: Database,
  { organization, from, to, packedBy }: { organization: string; from: number; to: number; packedBy: string },
): Promise<Map<number, UsageDay>> {
  const rows = await tables(database, USAGE_DAYS)
    .selectFrom("usage_days")
    .select(["day", "packed"])
    .where("organization", "=", organization)
    .where("packed_by", "=", packedBy)
    .where("day", ">=", from)
    .where("day", "<", to)
    .execute();
  return new Map(
    rows.flatMap(({ day, packed }) => (packed === null ? [] : [[day, JSON.parse(packed) as UsageDay]])),
  );
}
