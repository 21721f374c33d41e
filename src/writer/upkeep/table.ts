/** What the upkeep of objects remembers: files on their way in and out, frames that cannot be read, sealed sessions. */
import type { Database } from "../../database/open.ts";
import { count, instant, orNull, text } from "../../database/columns.ts";
import { createTable, declareTable, tables } from "../../database/table-shape.ts";
import type { TableSet } from "../../database/prepare.ts";
import { rowChunks } from "../../database/row-chunks.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { AgentSessionId } from "../../vocabulary/held-name.ts";

/** A frame whose records cannot be read any more, or that could not be examined. */
export interface DamagedFrame {
  objectKey: string;
  offset: number;
  kind: "missing" | "corrupt" | "set_aside";
  reason: string;
  /** The version of the program that set it aside; absent for other damage. */
  version?: string;
}

export const PLANNED_OBJECTS = declareTable(
  "planned_objects",
  {
    object_key: text(),
  },
  { key: ["object_key"] },
);

export const REMOVED_OBJECTS = declareTable(
  "removed_objects",
  {
    object_key: text(),
    removed_at: instant(),
  },
  { key: ["object_key"] },
);

export const DAMAGED_FRAMES = declareTable(
  "damaged_frames",
  {
    object_key: text(),
    offset: count(),
    kind: text<DamagedFrame["kind"]>(),
    reason: text(),
    /** 1 once the log has reported it. */
    logged: count(),
    version: orNull(text()),
  },
  { key: ["object_key", "offset"] },
);

/** Sessions some of whose records are gone. */
export const SEALED_SESSIONS = declareTable(
  "sealed_sessions",
  {
    organization: text(),
    session: text<AgentSessionId>(),
    sealed_at: instant(),
  },
  { key: ["organization", "session"] },
);

export const upkeepTables = {
  name: "upkeep",
  tables: [PLANNED_OBJECTS, REMOVED_OBJECTS, DAMAGED_FRAMES, SEALED_SESSIONS],
  kept: true,
  migrations: [createTables],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, PLANNED_OBJECTS);
  await createTable(database, REMOVED_OBJECTS);
  await createTable(database, DAMAGED_FRAMES);
  await createTable(database, SEALED_SESSIONS);
}

const view = (database: Database) =>
  tables(database, PLANNED_OBJECTS, REMOVED_OBJECTS, DAMAGED_FRAMES, SEALED_SESSIONS);

/** Says that a file of this name is about to be made from objects that are listed: found unlisted, it is litter. */
export async function planObject(database: Database, key: string): Promise<void> {
  await view(database)
    .insertInto("planned_objects")
    .values({ object_key: key })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Takes the plan back: the object is to be listed, or its file to be deleted.
 *
 * @returns Whether it was still planned; otherwise somebody took its file for litter, and deletes it.
 */
export async function endPlan(database: Database, key: string): Promise<boolean> {
  const ended = await view(database)
    .deleteFrom("planned_objects")
    .where("object_key", "=", key)
    .executeTakeFirst();
  return ended.numDeletedRows > 0n;
}

/** Returns the names of files that were begun and perhaps not finished. */
export async function selectPlanned(database: Database): Promise<string[]> {
  const rows = await view(database).selectFrom("planned_objects").selectAll().execute();
  return rows.map((row) => row.object_key);
}

/** Notes files whose objects the catalogue no longer lists; readers that began before may still be at them. */
export async function noteRemoved(database: Database, keys: readonly string[], now: Instant): Promise<void> {
  for (const chunk of rowChunks(keys)) {
    await view(database)
      .insertInto("removed_objects")
      .values(chunk.map((key) => ({ object_key: key, removed_at: now })))
      .onConflict((conflict) => conflict.column("object_key").doUpdateSet({ removed_at: now }))
      .execute();
  }
}

/** Returns the files whose objects the catalogue no longer lists, all or those removed from it up to a time. */
export async function selectRemoved(
  database: Database,
  until: Instant = Number.MAX_SAFE_INTEGER,
): Promise<string[]> {
  const rows = await view(database)
    .selectFrom("removed_objects")
    .select("object_key")
    .where("removed_at", "<=", until)
    .orderBy("object_key")
    .execute();
  return rows.map((row) => row.object_key);
}

/** Whether the catalogue listed the key before, and its file may still be there. */
export async function isRemoved(database: Database, key: string): Promise<boolean> {
  const row = await view(database)
    .selectFrom("removed_objects")
    .select("object_key")
    .where("object_key", "=", key)
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets files that are gone. */
export async function forgetRemoved(database: Database, keys: readonly string[]): Promise<void> {
  for (const chunk of rowChunks(keys)) {
    await view(database).deleteFrom("removed_objects").where("object_key", "in", chunk).execute();
  }
}

/** Remembers damaged frames; known ones stay as they are. */
export async function noteDamage(database: Database, frames: readonly DamagedFrame[]): Promise<void> {
  for (const chunk of rowChunks(frames)) {
    await view(database)
      .insertInto("damaged_frames")
      .values(
        chunk.map(({ objectKey, version = null, ...rest }) => {
          return { object_key: objectKey, ...rest, version, logged: 0 };
        }),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Returns the damaged frames, in the order of their places. */
export async function selectDamaged(database: Database): Promise<DamagedFrame[]> {
  return damagedFrames(database).execute();
}

/** Forgets that frames of these objects were set aside: they have been examined again. */
export async function forgetFramesAside(database: Database, keys: readonly string[]): Promise<void> {
  for (const chunk of rowChunks(keys)) {
    await view(database)
      .deleteFrom("damaged_frames")
      .where("object_key", "in", chunk)
      .where("kind", "=", "set_aside")
      .execute();
  }
}

/** Returns how many frames are set aside, by reason and by the version that did it. */
export async function readFramesAside(
  database: Database,
): Promise<{ reason: string; version: string | null; count: number }[]> {
  return view(database)
    .selectFrom("damaged_frames")
    .select(({ fn }) => ["reason", "version", fn.countAll<number>().as("count")])
    .where("kind", "=", "set_aside")
    .groupBy(["reason", "version"])
    .orderBy("reason")
    .execute();
}

/** Returns the damaged frames that the log has not reported, in the order of their places, and marks just these. */
export async function takeUnlogged(transaction: Database): Promise<DamagedFrame[]> {
  const frames = await view(transaction)
    .updateTable("damaged_frames")
    .set({ logged: 1 })
    .where("logged", "=", 0)
    .returning(["object_key as objectKey", "offset", "kind", "reason"])
    .execute();
  return frames.toSorted((left, right) =>
    left.objectKey === right.objectKey
      ? left.offset - right.offset
      : left.objectKey < right.objectKey
        ? -1
        : 1,
  );
}

function damagedFrames(database: Database) {
  return view(database)
    .selectFrom("damaged_frames")
    .select(["object_key as objectKey", "offset", "kind", "reason"])
    .orderBy("object_key")
    .orderBy("offset");
}

/** Forgets the damage of objects that are no longer listed. */
export async function forgetDamage(database: Database, keys: readonly string[]): Promise<void> {
  for (const chunk of rowChunks(keys)) {
    await view(database).deleteFrom("damaged_frames").where("object_key", "in", chunk).execute();
  }
}

/** Marks sessions some of whose records are gone: their derived rows cannot be made again and are kept. */
export async function sealSessions(
  database: Database,
  sealed: { organization: string; sessions: readonly AgentSessionId[]; sealedAt: Instant },
): Promise<void> {
  const { organization, sessions, sealedAt } = sealed;
  for (const chunk of rowChunks(sessions)) {
    await view(database)
      .insertInto("sealed_sessions")
      .values(chunk.map((session) => ({ organization, session, sealed_at: sealedAt })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Returns those of the sessions whose rows a rebuild must keep. */
export async function selectSealed(
  database: Database,
  organization: string,
  sessions: readonly AgentSessionId[],
): Promise<AgentSessionId[]> {
  const sealed: AgentSessionId[] = [];
  for (const chunk of rowChunks(sessions)) {
    const rows = await view(database)
      .selectFrom("sealed_sessions")
      .select("session")
      .where("organization", "=", organization)
      .where("session", "in", chunk)
      .execute();
    sealed.push(...rows.map((row) => row.session));
  }
  return sealed;
}
