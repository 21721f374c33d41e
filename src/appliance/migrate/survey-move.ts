/** Looks whether an appliance can be moved, and how much there is; changes nothing. */
import { countRows } from "../../database/copying/copied-rows-table.ts";
import type { CopiedTable } from "../../database/copying/copy-rows.ts";
import type { Settings } from "../../settings/schema.ts";
import { localStores, openObjectsOf, openQuarantineOf } from "../../stores.ts";
import type { ObjectStore } from "../../objects/object-store.ts";
import { type Migrated, type Target, withTarget } from "./migrate.ts";
import { type ObjectTotals, requireOnly, sizeOf } from "./move-objects.ts";
import type { MovePlan } from "./move-plan.ts";
import { requireFree, TABLES } from "./move-rows.ts";
import { identityOf, readingSource } from "./move-source.ts";
import { countWaiting } from "./move-stream.ts";
import type { Log } from "../../vocabulary/log.ts";

/**
 * Surveys what a migration would move.
 *
 * @throws What the migration would throw before it begins.
 */
export async function surveyMove(from: string, settings: Settings, log: Log): Promise<Migrated> {
  return withTarget(from, settings, async (target, plan) => {
    const { courses, places } = plan;
    const tables = courses.database === "moves" ? await surveyRows(from, target, places.database) : [];
    const stores = localStores(from);
    const [files, aside] = [openObjectsOf(stores), openQuarantineOf(stores)];
    const isMoved = courses.objects === "moves";
    return {
      plan,
      tables,
      objects: isMoved ? await surveyObjects(files, target.objects, places.objects) : NOTHING,
      quarantined: isMoved ? await surveyObjects(aside, target.quarantine, places.objects) : NOTHING,
      waiting: courses.stream === "moves" ? await surveyStream(from, { settings, log, target, plan }) : 0,
    };
  });
}

interface Surveyed {
  settings: Settings;
  log: Log;
  target: Target;
  plan: MovePlan;
}

async function surveyStream(from: string, { plan, target, ...reached }: Surveyed): Promise<number> {
  return plan.courses.database === "moves"
    ? readingSource(from, (database) => countWaiting(from, { ...reached, database }))
    : countWaiting(from, { ...reached, database: target.database });
}

const NOTHING: ObjectTotals = { objects: 0, bytes: 0 };

async function surveyRows(from: string, { database: target }: Target, place: string): Promise<CopiedTable[]> {
  return readingSource(from, async (source) => {
    await requireFree({ target, place, identity: await identityOf(from, source) });
    const tables: CopiedTable[] = [];
    for (const shape of TABLES)
      tables.push({ name: shape.name, rows: await countRows(source, shape), hash: "" });
    return tables;
  });
}

async function surveyObjects(source: ObjectStore, target: ObjectStore, place: string): Promise<ObjectTotals> {
  const files = await source.list("");
  await requireOnly(files, { target, place });
  return { objects: files.length, bytes: sizeOf(files) };
}
