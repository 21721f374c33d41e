/** The versions of baselines that organizations have learned or set; kept, because they cannot be learned again. */
import type { Database } from "../../database/open.ts";
import { count, instant, json, text } from "../../database/columns.ts";
import { takeNumber } from "../../database/jobs/counters-table.ts";
import { createTable, declareTable, type RowOf, tables } from "../../database/table-shape.ts";
import type { TableSet } from "../../database/prepare.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { Baselines } from "./baseline.ts";
import {
  type BaselineSource,
  type BaselineVersion,
  type ClosedBetween,
  inOrderOfForce,
  SHIPPED_VERSION,
} from "./baseline-versions.ts";

export const BASELINE_VERSIONS = declareTable(
  "baseline_versions",
  {
    organization: text(),
    version: count(),
    source: text<Exclude<BaselineSource, "shipped">>(),
    created_at: instant(),
    in_force_from: count<Instant>(),
    /** JSON of the values, and of the weeks that they were learned from. */
    baselines: json(),
  },
  { key: ["organization", "version"] },
);

export const baselinesTables = {
  name: "baselines",
  tables: [BASELINE_VERSIONS],
  kept: true,
  migrations: [createTables],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, BASELINE_VERSIONS);
}

/** Returns an organization's versions of the formulas in force, the oldest first, without the shipped one. */
export async function readBaselineVersions(
  database: Database,
  organization: string,
): Promise<BaselineVersion[]> {
  const rows = await readRows(database, organization);
  return rows.filter(isInForce).map(({ version, source, created_at, in_force_from, baselines: kept }) => {
    const { learnedFrom = null, ...baselines } = JSON.parse(kept) as KeptValues;
    return {
      version,
      source,
      createdAt: created_at,
      inForceFrom: in_force_from,
      learnedFrom,
      baselines,
    };
  });
}

interface KeptValues extends Baselines {
  learnedFrom?: ClosedBetween;
}

async function readRows(database: Database, organization: string): Promise<BaselineRow[]> {
  return tables(database, BASELINE_VERSIONS)
    .selectFrom("baseline_versions")
    .selectAll()
    .where("organization", "=", organization)
    .orderBy("version")
    .execute();
}

type BaselineRow = RowOf<typeof BASELINE_VERSIONS>;

/** Earlier formulas had baselines by size, which cannot be translated. */
function isInForce({ baselines }: BaselineRow): boolean {
  return "turnsPerChange" in (JSON.parse(baselines) as object);
}

/** The newest version, and what happened to earlier ones. */
export interface NewestBaselines {
  version: BaselineVersion;
  /** The version before it; null where it is the shipped one. */
  previous: BaselineVersion | null;
  notice: string | null;
}

/** Returns the version that is in force now, with a notice where one that an admin had set is not used any more. */
export async function readNewestBaselines(
  database: Database,
  organization: string,
): Promise<NewestBaselines> {
  const rows = await readRows(database, organization);
  const dropped = rows.some((row) => row.source === "set" && !isInForce(row));
  const inOrder = [SHIPPED_VERSION, ...inOrderOfForce(await readBaselineVersions(database, organization))];
  const version = inOrder.at(-1) ?? SHIPPED_VERSION;
  return { version, previous: inOrder.at(-2) ?? null, notice: dropped ? DROPPED : null };
}

const DROPPED =
  "The baselines that an admin had set belong to earlier formulas and are not used any more. Set them again where the " +
  "learned ones do not fit.";

/**
 * Returns the version that is in force now, which a recompute would use; the shipped one where there is no
 * other.
 */
export async function newestBaselines(database: Database, organization: string): Promise<BaselineVersion> {
  return inOrderOfForce(await readBaselineVersions(database, organization)).at(-1) ?? SHIPPED_VERSION;
}

/** A version that is about to be kept. */
export interface NewBaselines {
  organization: string;
  source: "learned" | "set";
  createdAt: Instant;
  inForceFrom: Instant;
  learnedFrom: ClosedBetween | null;
  baselines: Baselines;
}

/**
 * Keeps a version with the next number.
 *
 * @remarks Takes a transaction.
 */
export async function addBaselineVersion(
  transaction: Database,
  { organization, source, createdAt, inForceFrom, learnedFrom, baselines }: NewBaselines,
): Promise<BaselineVersion> {
  // versions of earlier formulas keep their numbers
  const taken = new Set((await readRows(transaction, organization)).map((row) => row.version));
  let version: number;
  do version = await takeNumber(transaction, `baselines of ${organization}`);
  while (taken.has(version));
  await tables(transaction, BASELINE_VERSIONS)
    .insertInto("baseline_versions")
    .values({
      organization,
      version,
      source,
      created_at: createdAt,
      in_force_from: inForceFrom,
      baselines: JSON.stringify(learnedFrom === null ? baselines : { ...baselines, learnedFrom }),
    })
    .execute();
  return { version, source, createdAt, inForceFrom, learnedFrom, baselines };
}
