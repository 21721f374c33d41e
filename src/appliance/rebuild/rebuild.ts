/** Makes everything derived again from the object store, while nothing else works on the stores. */
import { setDamagedAside } from "../../database/sqlite/damage.ts";
import type { Database } from "../../database/open.ts";
import { inTransaction } from "../../database/transaction.ts";
import { followAdoption } from "../stream/follow-adoption.ts";
import type { Span } from "../../metrics/flow/stretches.ts";
import { Measurer } from "../../sessions/measurer.ts";
import { endRemaking } from "../../metrics/remaking.ts";
import type { NormaliserParts } from "../../normaliser/examine-objects.ts";
import { examineNext } from "../../normaliser/keep.ts";
import { readWaiting } from "../../normaliser/waiting-table.ts";
import type { PriceTable } from "../../prices/price-table.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import { readFigures } from "../../books/books-table.ts";
import { readPosition } from "../../books/progress-table.ts";
import type { Adoption } from "../../writer/upkeep/adopt.ts";
import { GivenKeys } from "../../writer/upkeep/given-keys.ts";
import { adoptStrays } from "../../writer/upkeep/settle.ts";
import { requireCatalogue } from "../../writer/upkeep/strays.ts";
import { holdStores } from "../holding/hold-stores.ts";
import { forgetDerived, prepareDatabase } from "./forget-derived.ts";
import { outagesIn } from "../outages.ts";
import { databasePath, openDatabaseOf, openObjectsOf, type StoreSettings } from "../../stores.ts";

/** How far a rebuild is: records are examined first, then sessions are measured. */
export interface RebuildProgress {
  step: "records examined" | "sessions measured";
  done: number;
  total: number;
}

/** What was made again. */
export interface Rebuilt {
  /** Where a damaged database is now, in whose place a new one was made; null when it was sound. */
  setAside: string | null;
  /** What was taken in that the database did not list; null when that was not asked for. */
  adopted: Adoption | null;
  records: number;
  sessions: number;
}

/** What making rows again works with, and whom it says how far it is. */
export interface RemakingParts {
  clock: Clock;
  prices: PriceTable;
  /** The attributes that are labels of sessions; the usual ones when absent. */
  labels?: readonly string[];
  /** Reads when telemetry could not arrive, where nodes note that in a cluster; in the data directory when absent. */
  readOutages?: () => Promise<readonly Span[]>;
  report(progress: RebuildProgress): void;
}

/** What a rebuild works with. */
export interface RebuildParts extends RemakingParts {
  /** Takes in objects that the database does not list before it begins, into a new database if it is damaged. */
  adopts: boolean;
}

/**
 * Rebuilds the data directory.
 *
 * It may be broken off at any time: the next `serve` or `rebuild` goes on or begins again.
 *
 * @throws An exception that says what to do, when another process serves the directory or the database; nothing
 *   is changed.
 */
export async function rebuild(stores: StoreSettings, parts: RebuildParts): Promise<Rebuilt> {
  const hold = await holdStores(stores, { work: "rebuild", otherwise: "stop that one first" });
  let database: Database | null = null;
  try {
    const outages = await readOutages(stores, parts);
    const isFile = stores.database === null;
    const setAside =
      parts.adopts && isFile ? await setDamagedAside(databasePath(stores.dataDir), parts.clock) : null;
    database = openDatabaseOf(stores, "write");
    await prepareDatabase(database);
    const objects = openObjectsOf(stores);
    const adopted = parts.adopts
      ? await adoptStrays({
          database,
          objects,
          givenKeys: new GivenKeys(),
          clock: parts.clock,
          follow: followAdoption,
        })
      : null;
    await requireCatalogue(database, objects);
    await inTransaction(database, "full", forgetDerived);
    const records = await examineAll(database, stores, parts);
    const sessions = await measureAll(database, outages, parts);
    await endRemaking(database);
    return { setAside, adopted, records, sessions };
  } finally {
    await database?.destroy();
    await hold.release();
  }
}

async function examineAll(
  database: Database,
  stores: StoreSettings,
  { report, labels }: RemakingParts,
): Promise<number> {
  const parts = await normaliserOf(database, stores, labels);
  const total = (await readFigures(database)).held.records;
  let done = 0;
  for (let batch = await examineNext(parts); batch !== null; batch = await examineNext(parts)) {
    done += Object.values(batch.records).reduce((sum, records) => sum + records, 0);
    report({ step: "records examined", done, total });
  }
  return done;
}

/** Returns what examines records without a server. */
export async function normaliserOf(
  database: Database,
  stores: StoreSettings,
  labels: readonly string[] | undefined,
): Promise<NormaliserParts> {
  const streamCreatedAt = (await readPosition(database, "writer"))?.streamCreatedAt ?? "";
  const parts = { database, objects: openObjectsOf(stores), streamCreatedAt };
  return labels === undefined ? parts : { ...parts, labels };
}

/** Reads the times in which telemetry could not arrive, as known by now. */
export async function readOutages(
  { dataDir }: StoreSettings,
  { readOutages: ofNodes }: RemakingParts,
): Promise<readonly Span[]> {
  return ofNodes === undefined ? outagesIn(dataDir)() : ofNodes();
}

/** Measures all that waits. */
export async function measureAll(
  database: Database,
  outages: readonly Span[],
  { clock, prices, report }: RemakingParts,
): Promise<number> {
  const measurer = new Measurer({ database, clock, prices, outages: () => outages });
  const { sessions: total } = await readWaiting(database);
  let done = 0;
  for (let round = await measurer.round(); round.measured > 0 || round.more; round = await measurer.round()) {
    done += round.measured;
    report({ step: "sessions measured", done, total: Math.max(done, total) });
  }
  return done;
}
