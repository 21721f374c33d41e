/**
 * What is examined. One engine has one position for everything; where several share the database each organization has
 * its own, because each is examined by another engine.
 */
import { type RawBuilder, sql, type SqlBool } from "kysely";
import { findNextObjects, OBJECTS, type PendingObject, readBatch } from "../catalogue/table.ts";
import { type Database, engineOf } from "../database/engine.ts";
import { tenureOf } from "../database/leases/turn-table.ts";
import { tables } from "../database/table-shape.ts";
import { StoreUnavailable } from "../objects/object-store.ts";
import {
  addToBooks,
  EXAMINED,
  forgetPosition,
  type Position,
  POSITIONS,
  readPosition,
  savePosition,
} from "./progress-table.ts";

/** Up to which sequences objects are examined. */
export interface Examined {
  /** Of an organization. */
  of(organization: string): number;
  /** Of whichever organization is examined furthest. */
  most: number;
}

/** Returns what is examined by now. */
export async function readExamined(database: Database): Promise<Examined> {
  const sequence = (await readPosition(database, "normaliser"))?.sequence ?? 0;
  if (!engineOf(database).isShared) return { of: () => sequence, most: sequence };
  const rows = await tables(database, EXAMINED).selectFrom("examined").selectAll().execute();
  const known = new Map(rows.map((row) => [row.organization, row.sequence]));
  return {
    of: (organization) => known.get(organization) ?? sequence,
    most: Math.max(sequence, ...known.values()),
  };
}

/**
 * Returns the objects of the earliest batch that is not examined, in the order of the stream; empty when there is none.
 * Where several engines share the database, only objects of this engine's organizations.
 */
export async function findUnexamined(database: Database): Promise<PendingObject[]> {
  const position = await readPosition(database, "normaliser");
  if (!engineOf(database).isShared) return findNextObjects(database, position?.sequence ?? 0);
  const { rows } = await sql<{ organization: string; sequence: number }>`
    select held.organization, next.sequence from (${organizationsOf(database)}) held cross join lateral (
      select objects.last_sequence as sequence from objects
      where objects.organization = held.organization and ${isUnexamined(database)}
      order by objects.last_sequence limit 1) next
    order by next.sequence`.execute(database);
  const [first] = rows;
  if (first === undefined) return [];
  const together = rows.filter(({ sequence }) => sequence === first.sequence);
  return readBatch(
    database,
    first.sequence,
    together.map(({ organization }) => organization),
  );
}

/** A query of this engine's organizations; of all where it is no engine that asks. */
function organizationsOf(database: Database): RawBuilder<unknown> {
  const tenure = tenureOf(database);
  return tenure === null
    ? sql`select id as organization from organizations`
    : sql`select organization from organization_leases where epoch = ${tenure.epoch}`;
}

/** What was examined is to be examined after something earlier: an engine that shares the database changed what is examined. */
class ExaminedBefore extends StoreUnavailable {
  constructor() {
    super("another engine has earlier records examined again, and they come first");
  }
}

/**
 * Has other engines that share the database wait with what they have examined until the transaction ends. They then see
 * what it changed, because `saveExamined` looks again.
 */
export async function holdExamining(transaction: Database): Promise<void> {
  if (engineOf(transaction).isShared) await addToBooks(transaction, "examined", { frames: 0, records: 0 });
}

/**
 * Saves that organizations are examined up to a position, in the transaction that holds what was found and has counted it
 * in the books.
 *
 * @throws `ExaminedBefore`
 */
export async function saveExamined(
  transaction: Database,
  organizations: readonly string[],
  position: Position,
): Promise<void> {
  if (!engineOf(transaction).isShared) return savePosition(transaction, "normaliser", position);
  const { sequence } = position;
  const earlier = await tables(transaction, POSITIONS, OBJECTS)
    .selectFrom("objects")
    .select("number")
    .where("organization", "in", organizations)
    .where("last_sequence", "<", sequence)
    .where(isUnexamined(transaction))
    .limit(1)
    .executeTakeFirst();
  if (earlier !== undefined) throw new ExaminedBefore();
  await tables(transaction, EXAMINED)
    .insertInto("examined")
    .values(organizations.map((organization) => ({ organization, sequence })))
    .onConflict((conflict) => conflict.column("organization").doUpdateSet({ sequence }))
    .execute();
}

/** Has everything examined again. */
export async function forgetExamined(transaction: Database): Promise<void> {
  await forgetPosition(transaction, "normaliser");
  await tables(transaction, EXAMINED).deleteFrom("examined").execute();
}

/** Takes positions back to a sequence where they are after it. */
export async function examineAgainAfter(transaction: Database, sequence: number): Promise<void> {
  const examined = await readPosition(transaction, "normaliser");
  if (examined !== null && examined.sequence > sequence)
    await savePosition(transaction, "normaliser", { ...examined, sequence });
  await tables(transaction, EXAMINED)
    .updateTable("examined")
    .set({ sequence })
    .where("sequence", ">", sequence)
    .execute();
}

/** Returns the condition that an object is not examined, for a query of `objects`. */
export function isUnexamined(database: Database): RawBuilder<SqlBool> {
  const view = tables(database, POSITIONS, EXAMINED);
  const all = view.selectFrom("positions").select("sequence").where("step", "=", "normaliser");
  if (!engineOf(database).isShared) return sql`${sql.ref("last_sequence")} > coalesce(${all}, ${0})`;
  const its = view
    .selectFrom("examined")
    .select("examined.sequence")
    .whereRef("examined.organization", "=", sql.ref("objects.organization"));
  return sql`objects.last_sequence > coalesce(${its}, ${all}, 0)`;
}
