/** How far the steps after the writer are behind it, by the catalogue. */
import { sql } from "kysely";
import { type Database, engineOf } from "../database/engine.ts";
import { tables } from "../database/table-shape.ts";
import { isUnexamined } from "./examined-table.ts";
import { POSITIONS } from "./progress-table.ts";
import { OBJECTS } from "../catalogue/table.ts";
import type { Instant } from "../vocabulary/units.ts";

/** Records that wait, and when the first of them arrived; null when none waits. */
export interface Waiting {
  records: number;
  since: Instant | null;
}

/** Returns what is written and not examined, up to the sequence. */
export async function readUnexamined(
  database: Database,
  upTo: number = Number.MAX_SAFE_INTEGER,
): Promise<Waiting> {
  const waiting = tables(database, POSITIONS, OBJECTS)
    .selectFrom("objects")
    .select(({ fn, val }) => [
      fn.coalesce(fn.sum<number | string>("records"), val(0)).as("records"),
      fn.min("arrived_at").as("since"),
    ])
    .where(isUnexamined(database))
    .where("last_sequence", "<=", upTo);
  if (!engineOf(database).isShared) return waitingIn(await waiting.executeTakeFirstOrThrow());
  // of each organization only the objects after its position are looked at
  const each = waiting.where("objects.organization", "=", sql.ref<string>("organizations.id"));
  const { rows } = await sql<{ records: number | string; since: Instant | null }>`
    select coalesce(sum(each.records), 0) as records, min(each.since) as since
    from organizations cross join lateral (${each}) each`.execute(database);
  const [row] = rows;
  if (row === undefined) throw new Error("BUG: a sum without a row");
  return waitingIn(row);
}

function waitingIn({ records, since }: { records: number | string; since: Instant | null }): Waiting {
  return { records: Number(records), since: since === null ? null : Number(since) };
}

/** When the batch that ends with the sequence arrived, or the first one after it that is still held; null when none is. */
export async function findArrival(database: Database, sequence: number): Promise<Instant | null> {
  const row = await tables(database, POSITIONS, OBJECTS)
    .selectFrom("objects")
    .select("arrived_at")
    .where("last_sequence", ">=", sequence)
    .orderBy("last_sequence")
    .limit(1)
    .executeTakeFirst();
  return row?.arrived_at ?? null;
}

/** Returns the newest sequence that any object ends with; null when none is held. */
export async function readNewestSequence(database: Database): Promise<number | null> {
  const row = await tables(database, POSITIONS, OBJECTS)
    .selectFrom("objects")
    .select(({ fn }) => fn.max("last_sequence").as("newest"))
    .executeTakeFirst();
  return row?.newest ?? null;
}
