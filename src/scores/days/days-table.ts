/**
 * Each developer's days, packed for scoring, and the triggers that note which days changed since.
 *
 * A team's month is read from some thousand packed days instead of a hundred thousand rows of metrics. Triggers, not
 * callers, empty a day's pack with every change of its rows, so none can forget to.
 */
import { sql } from "kysely";
import type { Database } from "../../database/open.ts";
import { bytes, count, orNull, text } from "../../database/columns.ts";
import { createTable, declareTable, type RowOf, tables } from "../../database/table-shape.ts";
import type { TableSet } from "../../database/prepare.ts";
import { DAY } from "../../vocabulary/units.ts";

export const SCORE_DAYS = declareTable(
  "score_days",
  {
    organization: text(),
    developer: text(),
    /** Counted from 1970. */
    day: count(),
    /** As `packBlock` gives it; null when rows changed since, or before the first time. */
    packed: orNull(bytes()),
    /** The shape and the formulas that it was packed by. */
    packed_by: orNull(text()),
  },
  {
    unique: [["organization", "developer", "day"]],
    indexes: { score_days_by_day: ["organization", "day", "developer"] },
  },
);

/** One developer's sub-sessions that start on one UTC day. */
export type ScoreDayRow = RowOf<typeof SCORE_DAYS>;

/** Kept, because it is not thrown away with what it is packed from: its triggers see that go. */
export const scoreDayTables = {
  name: "score days",
  tables: [SCORE_DAYS],
  kept: true,
  migrations: [createTables],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, SCORE_DAYS);
  await database.schema
    .createIndex("score_days_unpacked")
    .on("score_days")
    .column("day")
    .where(sql.ref("packed"), "is", null)
    .execute();
}

/**
 * Sees to it that every change of metrics empties its day's pack.
 *
 * Takes: a transaction, and what days are packed by now. Where the table of metrics was made anew its triggers went
 * with the old one; then all days are listed again.
 */
export async function watchMetrics(transaction: Database, packedBy: string): Promise<void> {
  const { rows } = await sql<{ triggers: number }>`
    select count(*) as triggers from sqlite_schema where type = 'trigger' and tbl_name = 'metrics'
  `.execute(transaction);
  if (rows[0]?.triggers !== TRIGGERS.length) await watchAnew(transaction);
  await tables(transaction, SCORE_DAYS)
    .updateTable("score_days")
    .set({ packed: null })
    .where("packed_by", "!=", packedBy)
    .execute();
}

const emptyOldDay = `update score_days set packed = null where organization = old.organization
  and developer = old.developer and day = old.started_at / ${DAY};`;
const emptyNewDay = `insert into score_days (organization, developer, day)
  values (new.organization, new.developer, new.started_at / ${DAY})
  on conflict (organization, developer, day) do update set packed = null;`;

const TRIGGERS = [
  { name: "metrics_added", on: "insert", does: emptyNewDay },
  { name: "metrics_changed", on: "update", does: emptyOldDay + emptyNewDay },
  { name: "metrics_removed", on: "delete", does: emptyOldDay },
] as const;

async function watchAnew(transaction: Database): Promise<void> {
  for (const { name, on, does } of TRIGGERS) {
    await sql.raw(`drop trigger if exists ${name}`).execute(transaction);
    await sql.raw(`create trigger ${name} after ${on} on metrics begin ${does} end`).execute(transaction);
  }
  await tables(transaction, SCORE_DAYS).deleteFrom("score_days").execute();
  await sql`
    insert into score_days (organization, developer, day)
    select distinct organization, developer, started_at / ${sql.lit(DAY)} from metrics
  `.execute(transaction);
}

/** Whose days are wanted, and which. */
export interface DaysFilter {
  organization: string;
  /** null for everybody's. */
  developers: readonly string[] | null;
  firstDay: number;
  lastDay: number;
}

/** Gives: by day, then developer. */
export async function readScoreDays(
  database: Database,
  filter: DaysFilter,
): Promise<Pick<ScoreDayRow, "developer" | "day" | "packed">[]> {
  const query = tables(database, SCORE_DAYS)
    .selectFrom("score_days")
    .select(["developer", "day", "packed"])
    .where("organization", "=", filter.organization)
    .where("day", ">=", filter.firstDay)
    .where("day", "<=", filter.lastDay)
    .orderBy("day")
    .orderBy("developer");
  return filter.developers === null
    ? query.execute()
    : query.where("developer", "in", filter.developers).execute();
}

/** A day by its place. */
export type ScoreDay = Pick<ScoreDayRow, "organization" | "developer" | "day">;

/** Gives: at most `limit` days before the given one whose pack is empty. */
export async function findUnpacked(
  database: Database,
  { before, limit }: { before: number; limit: number },
): Promise<ScoreDay[]> {
  return tables(database, SCORE_DAYS)
    .selectFrom("score_days")
    .select(["organization", "developer", "day"])
    .where("packed", "is", null)
    .where("day", "<", before)
    .orderBy("day", "desc")
    .limit(limit)
    .execute();
}

/** Keeps a day's pack; null takes the day away, when nothing is left of it. */
export async function savePacked(
  database: Database,
  { organization, developer, day }: ScoreDay,
  pack: { packed: Uint8Array; packedBy: string } | null,
): Promise<void> {
  const view = tables(database, SCORE_DAYS);
  const place = { organization, developer, day };
  if (pack === null)
    await view
      .deleteFrom("score_days")
      .where((row) => row.and(place))
      .execute();
  else
    await view
      .updateTable("score_days")
      .set({ packed: pack.packed, packed_by: pack.packedBy })
      .where((row) => row.and(place))
      .execute();
}
