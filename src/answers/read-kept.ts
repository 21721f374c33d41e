/** What the database shows about the appliance itself: how far each stage is behind, and the figures of the books. */
import type { Database } from "../database/open.ts";
import type { TableSet } from "../database/prepare.ts";
import {
  type CrowdedKey,
  newDeveloperTables,
  readCrowdedKeys,
} from "../identity/developers/new-developers-table.ts";
import { readSetAside, type SetAsideGroup } from "../normaliser/set-aside.ts";
import { type Left, readLeft } from "../normaliser/caught-up.ts";
import type { StoredSignal } from "../vocabulary/otlp.ts";
import type { Figures } from "../books/books.ts";
import { readFigures } from "../books/books-table.ts";
import { type Holding, readHoldings } from "../catalogue/holdings-table.ts";
import { readPosition } from "../books/progress-table.ts";
import { readLedger } from "../database/table.ts";
import { arrivalTables, type ClockDoubt, readOpenDoubt } from "../writer/arrivals/doubts-table.ts";

/** What the stages behind the writer have not come to. */
export interface Backlog extends Left {
  /** What cannot be examined or measured, and waits for another version. */
  setAside: readonly SetAsideGroup[];
  /** Keys that have named more new developers in a day than they may make. */
  crowdedKeys: readonly CrowdedKey[];
}

/** What is kept, and how far the stages have come. */
export interface Kept {
  backlog: Backlog;
  figures: Figures;
  /** The newest sequence that is written; read last. */
  writerPosition: number;
  holdings: Record<StoredSignal, Holding>;
  /** The same of one organization; null when none was asked for. */
  organization: Record<StoredSignal, Holding> | null;
  /** Why nothing is removed by age; null when the clock is believed. */
  clockDoubt: ClockDoubt | null;
}

export async function readBacklog(database: Database): Promise<Backlog> {
  return {
    ...(await readLeft(database)),
    setAside: await readSetAside(database),
    crowdedKeys: (await hasSet(database, newDeveloperTables)) ? await readCrowdedKeys(database) : [],
  };
}

/** @param organization - The organization whose own holdings are wanted too; null for none. */
export async function readKept(database: Database, organization: string | null): Promise<Kept> {
  return {
    backlog: await readBacklog(database),
    figures: await readFigures(database),
    holdings: await readHoldings(database, null),
    organization: organization === null ? null : await readHoldings(database, organization),
    clockDoubt: await readDoubt(database),
    writerPosition: (await readPosition(database, "writer"))?.sequence ?? 0,
  };
}

async function readDoubt(database: Database): Promise<ClockDoubt | null> {
  return (await hasSet(database, arrivalTables)) ? readOpenDoubt(database) : null;
}

/** A command may read the database of an earlier version, which the server has not prepared yet. */
async function hasSet(database: Database, { name }: TableSet): Promise<boolean> {
  return (await readLedger(database)).has(name);
}
