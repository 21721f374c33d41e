/** Moves an appliance into engines: rows, objects and what waits on its way; broken off at any time, it goes on. */
import { type CopiedTable, endCopy, isCopying } from "../../database/copying/copy-rows.ts";
import type { Database } from "../../database/open.ts";
import type { ObjectStore } from "../../objects/object-store.ts";
import type { Settings } from "../../settings/schema.ts";
import { localStores, openDatabaseOf, openObjectsOf, openQuarantineOf } from "../../stores.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import type { Log } from "../../vocabulary/log.ts";
import { takeDatabaseOf } from "../holding/hold-stores.ts";
import { isMarked, markBucket, unmarkBucket } from "./bucket-mark.ts";
import { type Position, savePosition } from "../../books/progress-table.ts";
import { inTransaction } from "../../database/transaction.ts";
import { type MovedStream, moveStream } from "./move-stream.ts";
import { moveFiles } from "./move-files.ts";
import { moveObjects, type ObjectTotals } from "./move-objects.ts";
import { type MovePlan, noteMoved, planMove } from "./move-plan.ts";
import { moveRows } from "./move-rows.ts";
import { holdSource, identityOf, readingSource } from "./move-source.ts";

/** What a migration works with. */
export interface Migrating {
  clock: Clock;
  log: Log;
  /** Hears what is under way. */
  report(text: string): void;
}

/** What was moved. */
export interface Migrated {
  plan: MovePlan;
  /** Empty where the rows were not moved now. */
  tables: CopiedTable[];
  objects: ObjectTotals;
  quarantined: ObjectTotals;
  /** Messages that waited in the stream. */
  waiting: number;
}

/** The engines that an appliance is moved into. */
export interface Target {
  database: Database;
  objects: ObjectStore;
  quarantine: ObjectStore;
}

/**
 * Moves the appliance of a directory to where the settings have everything.
 *
 * The directory is only read. Nothing uses the engines until all of it is there.
 *
 * @throws An exception that says what to do.
 */
export async function migrate(from: string, settings: Settings, parts: Migrating): Promise<Migrated> {
  return withTarget(from, settings, async (target, plan) => {
    const { courses, places } = plan;
    const { report } = parts;
    const tables =
      courses.database === "moves"
        ? await moveDatabase(from, { target: target.database, place: places.database, report })
        : [];
    const { objects, quarantined } =
      courses.objects === "moves"
        ? await moveStores(from, target, { place: places.objects, report })
        : NO_OBJECTS;
    const { database } = target;
    const { waiting, position } =
      courses.stream === "moves" ? await moveStream(from, { ...parts, settings, database }) : NO_STREAM;
    await moveFiles(from, settings.dataDir);
    await endMove(database, position, () => noteMoved(from, plan, parts.clock()));
    if (courses.objects === "moves") await unmarkBucket(target.objects);
    return { plan, tables, objects, quarantined, waiting };
  });
}

const NO_STREAM: MovedStream = { waiting: 0, position: null };

/** Rows that were copied get the position in the last step: until then another try finds them as they were copied. */
async function endMove(
  database: Database,
  position: Position | null,
  note: () => Promise<void>,
): Promise<void> {
  const save = async (transaction: Database): Promise<void> => {
    if (position !== null) await savePosition(transaction, "writer", position);
  };
  if (await isCopying(database)) {
    await note();
    return endCopy(database, save);
  }
  if (position !== null) await inTransaction(database, "full", save);
  await note();
}

/** Opens the engines, while the directory is held. */
export async function withTarget<Value>(
  from: string,
  settings: Settings,
  work: (target: Target, plan: MovePlan) => Promise<Value>,
): Promise<Value> {
  planMove(from, settings, false);
  const lock = holdSource(from);
  const hold = await takeDatabaseOf(settings, "stop them first").catch((error: unknown) => {
    lock.release();
    throw error;
  });
  try {
    const database = openDatabaseOf(settings, "write");
    try {
      const [objects, quarantine] = [openObjectsOf(settings), openQuarantineOf(settings)];
      const isUnfinished =
        (await isCopying(database)) || (settings.objects !== null && (await isMarked(objects)));
      return await work({ database, objects, quarantine }, planMove(from, settings, isUnfinished));
    } finally {
      await database.destroy();
    }
  } finally {
    await hold?.release();
    lock.release();
  }
}

interface Moving {
  place: string;
  report: Migrating["report"];
}

async function moveDatabase(
  from: string,
  { target, place, report }: Moving & { target: Database },
): Promise<CopiedTable[]> {
  return readingSource(from, async (source) => {
    const done = { copied: 0, checked: 0 };
    return moveRows({
      source,
      target,
      place,
      identity: await identityOf(from, source),
      report: (step, rows) => {
        done[step] += rows;
        report(`${done[step].toLocaleString("en")} rows ${step}`);
      },
    });
  });
}

const NOTHING: ObjectTotals = { objects: 0, bytes: 0 };
const NO_OBJECTS = { objects: NOTHING, quarantined: NOTHING };

async function moveStores(
  from: string,
  target: Target,
  { place, report }: Moving,
): Promise<Pick<Migrated, "objects" | "quarantined">> {
  await markBucket(target.objects);
  const source = localStores(from);
  const show = (share: number) => report(`${Math.floor(share * 100)} % of the objects copied`);
  const moved = { source: openObjectsOf(source), target: target.objects, place, report: show };
  const objects = await moveObjects(moved);
  const aside = { source: openQuarantineOf(source), target: target.quarantine, place, report: () => {} };
  return { objects, quarantined: await moveObjects(aside) };
}
