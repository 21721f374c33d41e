/** The catalogue as its upkeep sees it: objects looked at whole, and put in the place of others. */
import { type Database, engineOf } from "../../database/engine.ts";
import { readExamined } from "../../books/examined-table.ts";
import { firstRevisionOf } from "../../database/leases/turn-table.ts";
import { tables } from "../../database/table-shape.ts";
import { OBJECTS, OBJECT_FRAMES, OBJECT_SESSIONS } from "../../catalogue/table.ts";
import { rowChunks } from "../../database/row-chunks.ts";
import type { StoredSignal } from "../../vocabulary/otlp.ts";
import type { Bytes, Instant, Milliseconds } from "../../vocabulary/units.ts";
import { keyOf, type ObjectName } from "../../catalogue/object-key.ts";
import { type CataloguedObject, isListed, listObject, numbersOf } from "../../catalogue/table.ts";
import type { GivenKeys } from "./given-keys.ts";
import { isRemoved } from "./table.ts";

/** An object without its frames. */
export interface ObjectOutline extends ObjectName {
  key: string;
  bytes: Bytes;
  records: number;
}

function outlines(database: Database) {
  return tables(database, OBJECTS, OBJECT_FRAMES, OBJECT_SESSIONS)
    .selectFrom("objects")
    .select(["key", "organization", "signal", "bytes", "records"])
    .select(["first_sequence as firstSequence", "last_sequence as lastSequence", "arrived_at as arrivedAt"]);
}

/** Which objects are looked for; all conditions hold together. */
export interface OutlineFilter {
  /** Their last sequence is at most this. */
  upTo?: number;
  /** They arrived before this. */
  arrivedBefore?: Milliseconds;
  /** They are smaller than this. */
  smallerThan?: Bytes;
  organization?: string;
  signal?: StoredSignal;
  /** They share a sequence with this range. */
  overlapping?: Pick<ObjectName, "firstSequence" | "lastSequence">;
}

/** Returns the matching objects in the order of the stream. */
export async function selectOutlines(database: Database, filter: OutlineFilter): Promise<ObjectOutline[]> {
  const { upTo, arrivedBefore, smallerThan, organization, signal, overlapping } = filter;
  let query = outlines(database);
  if (upTo !== undefined) query = query.where("last_sequence", "<=", upTo);
  if (arrivedBefore !== undefined) query = query.where("arrived_at", "<", arrivedBefore);
  if (smallerThan !== undefined) query = query.where("bytes", "<", smallerThan);
  if (organization !== undefined) query = query.where("organization", "=", organization);
  if (signal !== undefined) query = query.where("signal", "=", signal);
  if (overlapping !== undefined)
    query = query
      .where("last_sequence", ">=", overlapping.firstSequence)
      .where("first_sequence", "<=", overlapping.lastSequence);
  return query.orderBy("first_sequence").orderBy("key").execute();
}

/** Returns the objects that are examined, in the same order. */
export async function selectExamined(
  database: Database,
  filter: Pick<OutlineFilter, "smallerThan"> = {},
): Promise<ObjectOutline[]> {
  const examined = await readExamined(database);
  const objects = await selectOutlines(database, { ...filter, upTo: examined.most });
  return objects.filter(({ organization, lastSequence }) => lastSequence <= examined.of(organization));
}

/** Returns bytes of all objects. */
export async function sumBytes(database: Database): Promise<Bytes> {
  const { bytes } = await tables(database, OBJECTS, OBJECT_FRAMES, OBJECT_SESSIONS)
    .selectFrom("objects")
    .select(({ fn, val }) => fn.coalesce(fn.sum<number | string>("bytes"), val(0)).as("bytes"))
    .executeTakeFirstOrThrow();
  return Number(bytes);
}

/** A range of keys. */
export interface KeyRange {
  /** Behind this one… */
  from: string;
  /** …and up to this. */
  upTo: string;
}

/** Returns listed objects' sizes by their keys; every one's when no range is given. */
export async function listSizes(
  database: Database,
  range: KeyRange | null = null,
): Promise<Map<string, Bytes>> {
  let query = tables(database, OBJECTS, OBJECT_FRAMES, OBJECT_SESSIONS)
    .selectFrom("objects")
    .select(["key", "bytes"]);
  if (range !== null) query = query.where("key", ">", range.from).where("key", "<=", range.upTo);
  const rows = await query.execute();
  return new Map(rows.map(({ key, bytes }) => [key, bytes]));
}

/** Enough that a clock that was ahead for a while does not count. */
const LATEST = 50;

/** Returns when the earliest of the objects arrived that came last in the stream; null when none is listed. */
export async function selectLateArrival(database: Database): Promise<Instant | null> {
  const rows = await tables(database, OBJECTS, OBJECT_FRAMES, OBJECT_SESSIONS)
    .selectFrom("objects")
    .select("arrived_at as arrivedAt")
    .orderBy("last_sequence", "desc")
    .limit(LATEST)
    .execute();
  return rows.length === 0 ? null : Math.min(...rows.map(({ arrivedAt }) => arrivedAt));
}

/** Returns where the object's frames begin that are not wholly within its first bytes. */
export async function selectCutFrames(database: Database, key: string, bytes: Bytes): Promise<Bytes[]> {
  const rows = await tables(database, OBJECTS, OBJECT_FRAMES, OBJECT_SESSIONS)
    .selectFrom("object_frames")
    .select("offset")
    .where("object", "in", numbersOf(database, [key]))
    .where(({ eb }) => eb(eb("offset", "+", eb.ref("length")), ">", bytes))
    .orderBy("offset")
    .execute();
  return rows.map(({ offset }) => offset);
}

/** Returns the object with its frames, null when it is not listed. */
export async function readObject(database: Database, key: string): Promise<CataloguedObject | null> {
  const outline = await outlines(database).where("key", "=", key).executeTakeFirst();
  if (outline === undefined) return null;
  const catalogue = tables(database, OBJECTS, OBJECT_FRAMES, OBJECT_SESSIONS);
  const rows = await catalogue
    .selectFrom("object_frames")
    .select(["number", "offset", "length", "records", "events"])
    .select(["least_ms as leastMs", "greatest_ms as greatestMs"])
    .where("object", "in", numbersOf(database, [key]))
    .orderBy("number")
    .execute();
  const held = await catalogue
    .selectFrom("object_sessions")
    .select(["number", "session"])
    .where("object", "in", numbersOf(database, [key]))
    .execute();
  const sessions = Map.groupBy(held, (row) => row.number);
  const frames = rows.map((row) => ({
    ...row,
    events: JSON.parse(row.events) as string[],
    sessions: (sessions.get(row.number) ?? []).map(({ session }) => session),
  }));
  return { ...outline, frames };
}

/** Takes objects out of the catalogue. */
export async function unlistObjects(database: Database, keys: readonly string[]): Promise<void> {
  const catalogue = tables(database, OBJECTS, OBJECT_FRAMES, OBJECT_SESSIONS);
  for (const chunk of rowChunks(keys)) {
    const numbers = numbersOf(database, chunk);
    await catalogue.deleteFrom("object_sessions").where("object", "in", numbers).execute();
    await catalogue.deleteFrom("object_frames").where("object", "in", numbers).execute();
    await catalogue.deleteFrom("objects").where("key", "in", chunk).execute();
  }
}

/** Puts objects in the place of others. */
export async function replaceObjects(
  transaction: Database,
  { removed, added }: { removed: readonly string[]; added: readonly CataloguedObject[] },
): Promise<void> {
  await unlistObjects(transaction, removed);
  for (const object of added) await listObject(transaction, object);
}

/**
 * Returns a key that no file has or had; with a revision when that is asked for or another has the plain one.
 */
export async function freeKey(
  { database, givenKeys }: { database: Database; givenKeys: GivenKeys },
  name: ObjectName,
  from = 0,
): Promise<string> {
  for (let revision = firstRevisionOf(database) + from; ; revision++) {
    const key = keyOf(name, revision);
    if (givenKeys.has(key) || (await isListed(database, key)) || (await isRemoved(database, key))) continue;
    if (engineOf(database).isShared) givenKeys.note(key);
    return key;
  }
}
