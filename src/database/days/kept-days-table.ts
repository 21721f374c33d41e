/**
 * Days that are over, kept as what their rows add up to, in one table for each part that adds up.
 *
 * Whatever changes rows empties their days in the same transaction: a day that is kept says what the rows say. The first
 * change since a day was seen counts up `changes`, and what was added up is kept only if that number is still the one that
 * was seen before the rows were read. So no change is lost between two connections, at any isolation level.
 */
import { sql } from "kysely";
import { DAY, type Instant } from "../../vocabulary/units.ts";
import type { Database } from "../engine.ts";
import { rowChunks } from "../row-chunks.ts";
import { type RowOf, tables } from "../table-shape.ts";
import { inTransaction } from "../transaction.ts";
import { inWindow, type WindowFilter } from "../window.ts";
import { type DaysTable, isOpen } from "./days-table.ts";
import { heldHere } from "../leases/held-table.ts";

/** When something changed, and whose it is. */
export interface ChangedTime {
  organization: string;
  /** Left out in a table that adds up everybody's rows. */
  developer?: string;
  at: Instant;
}

/** A day by its place. */
export type DayPlace = Pick<RowOf<DaysTable>, "organization" | "developer" | "day">;

/**
 * Empties the days on which something changed, in the transaction that changes it.
 *
 * @returns These days.
 */
export async function emptyChangedDays(
  transaction: Database,
  table: DaysTable,
  changes: readonly ChangedTime[],
): Promise<DayPlace[]> {
  const days = new Map<string, DayPlace>();
  for (const { organization, developer = "", at } of changes) {
    const day = Math.floor(at / DAY);
    days.set(`${organization} ${developer} ${day}`, { organization, developer, day });
  }
  for (const chunk of rowChunks([...days.values()])) {
    await tables(transaction, table)
      .insertInto(table.name)
      .values(chunk.map((day) => ({ ...day, changes: 1, seen: 0 })))
      .onConflict((conflict) =>
        // most changes are of today, which is open and empty already
        conflict.columns(["organization", "developer", "day"]).doUpdateSet(emptied(table))
          .where(sql<boolean>`${sql.ref(`${table.name}.changes`)} = ${sql.ref(`${table.name}.seen`)}
            or ${sql.ref(`${table.name}.packed`)} is not null`),
      )
      .execute();
  }
  return [...days.values()];
}

/** Returns what is set so that a day is added up again. What is kept of it answers until then. */
export function outdated({ name }: DaysTable) {
  return { changes: sql<number>`${sql.ref(`${name}.changes`)} + 1` };
}

function emptied(table: DaysTable) {
  return { ...outdated(table), packed: null };
}

/**
 * Empties every day.
 *
 * @param organization - null for all organizations.
 */
export async function emptyEveryDay(
  transaction: Database,
  table: DaysTable,
  organization: string | null,
): Promise<void> {
  const all = tables(transaction, table).updateTable(table.name).set(emptied(table));
  await (organization === null ? all : all.where("organization", "=", organization)).execute();
}

/** Empties the days that were added up in another way than now. */
export async function emptyOthers(
  transaction: Database,
  { table, packedBy }: Pick<KeptDays<never>, "table" | "packedBy">,
): Promise<void> {
  await tables(transaction, table)
    .updateTable(table.name)
    .set(emptied(table))
    .where("packed_by", "!=", packedBy)
    .execute();
}

/** What a part keeps of days. */
export interface KeptDays<Day> {
  table: DaysTable;
  /** Another one whenever days are added up or kept in another way. */
  packedBy: string;
  pack(day: Day): Uint8Array;
  unpack(packed: Uint8Array): Day;
}

/** Keeps days as JSON. */
export function keptAsJson<Day>(table: DaysTable, packedBy: string): KeptDays<Day> {
  return {
    table,
    packedBy,
    pack: (day) => new TextEncoder().encode(JSON.stringify(day)),
    // what is kept is what `pack` made of a day
    unpack: (packed) => JSON.parse(new TextDecoder().decode(packed)) as Day,
  };
}

/** How open days are added up. */
export interface AddingUp<Day> {
  now: Instant;
  /** So many at once. */
  limit: number;
  first: "newest" | "earliest";
  /**
   * Adds up the rows of a window: a whole day of everybody, or of the developer whose day it is.
   *
   * @returns null when no row is left.
   */
  add(transaction: Database, window: WindowFilter): Promise<Day | null>;
}

/**
 * Adds up days that are over and not kept as they are now.
 *
 * @returns How many there were.
 */
export async function keepOpenDays<Day>(
  database: Database,
  kept: KeptDays<Day>,
  { now, limit, first, add }: AddingUp<Day>,
): Promise<number> {
  const open = await findOpenDays(database, kept.table, { before: Math.floor(now / DAY), limit, first });
  if (open.length === 0) return 0;
  await inTransaction(database, "normal", async (transaction) => {
    for (const day of open) await seeDay(transaction, kept.table, day);
  });
  await inTransaction(database, "normal", async (transaction) => {
    for (const day of open)
      await saveDay(transaction, kept, { ...day, added: await add(transaction, windowOf(day)) });
  });
  return open.length;
}

function windowOf({ organization, developer, day }: DayPlace): WindowFilter {
  const developers = developer === "" ? null : [developer];
  return { organization, developers, from: day * DAY, to: (day + 1) * DAY };
}

/** An open day, and how often it had changed when it was found. */
type OpenDay = DayPlace & Pick<RowOf<DaysTable>, "changes">;

/** Returns at most `limit` open days before the given one. */
export async function findOpenDays(
  database: Database,
  table: DaysTable,
  { before, limit, first }: { before: number; limit: number; first: AddingUp<never>["first"] },
): Promise<OpenDay[]> {
  return tables(database, table)
    .selectFrom(table.name)
    .select(["organization", "developer", "day", "changes"])
    .where(isOpen)
    .where("day", "<", before)
    .$call(heldHere(database, "organization"))
    .orderBy("day", first === "newest" ? "desc" : "asc")
    .orderBy("organization")
    .orderBy("developer")
    .limit(limit)
    .execute();
}

/** Whatever changes the day's rows from now on counts up its changes. */
async function seeDay(transaction: Database, table: DaysTable, { changes, ...day }: OpenDay): Promise<void> {
  await tables(transaction, table)
    .updateTable(table.name)
    .set({ seen: changes })
    .where((row) => row.and({ ...day, changes }))
    .execute();
}

/** Keeps a day, or forgets it when nothing is left of it; unless rows changed again since it was found. */
export async function saveDay<Day>(
  transaction: Database,
  { table, packedBy, pack }: KeptDays<Day>,
  { organization, developer, day, changes, added }: OpenDay & { added: Day | null },
): Promise<void> {
  const view = tables(transaction, table);
  const unchanged = { organization, developer, day, changes };
  if (added === null)
    await view
      .deleteFrom(table.name)
      .where((row) => row.and(unchanged))
      .execute();
  else
    await view
      .updateTable(table.name)
      .set({ packed: pack(added), packed_by: packedBy, seen: changes })
      .where((row) => row.and(unchanged))
      .execute();
}

/** A day with rows, and what is kept of it; null for one that is not kept. */
export interface KeptDay<Day> {
  developer: string;
  day: number;
  kept: Day | null;
}

/**
 * Returns the days that have rows, by day, then developer.
 *
 * @param days - Days counted from 1970; `to` is left out.
 */
export async function readDays<Day>(
  database: Database,
  { table, packedBy, unpack }: KeptDays<Day>,
  days: WindowFilter,
): Promise<KeptDay<Day>[]> {
  const rows = await inWindow(tables(database, table).selectFrom(table.name), days, "day")
    .select(["developer", "day", "packed_by", "packed"])
    .orderBy("day")
    .orderBy("developer")
    .execute();
  return rows.map(({ developer, day, packed_by, packed }) => {
    const isKept = packed !== null && packed_by === packedBy;
    return { developer, day, kept: isKept ? unpack(packed) : null };
  });
}

/** Returns the same from a table that adds up everybody's rows, by day. */
export async function readKeptDays<Day>(
  database: Database,
  kept: KeptDays<Day>,
  { organization, from, to }: Omit<WindowFilter, "developers">,
): Promise<Map<number, Day | null>> {
  const days = await readDays(database, kept, { organization, developers: null, from, to });
  return new Map(days.map(({ day, kept: added }) => [day, added]));
}

/** Returns the days that are kept, the earliest first. */
export function daysIn<Day>(days: ReadonlyMap<number, Day | null>): [day: number, kept: Day][] {
  return [...days].flatMap(([day, kept]): [number, Day][] => (kept === null ? [] : [[day, kept]]));
}
