/** The versions of baselines that organizations have learned or set; kept, because they cannot be learned again. */
import { type Database, tables } from "../../database/open.ts";
import type { TableSet } from "../../database/prepare.ts";
import type { Milliseconds } from "../../vocabulary/units.ts";
import type { Baselines } from "./baseline.ts";
import { type BaselineSource, type BaselineVersion, SHIPPED_VERSION } from "./baseline-versions.ts";

interface BaselinesTables {
  baseline_versions: {
    organization: string;
    version: number;
    source: Exclude<BaselineSource, "shipped">;
    created_at: Milliseconds;
    in_force_from: Milliseconds;
    /** JSON of the values. */
    baselines: string;
  };
}

export const baselinesTables: TableSet = {
  name: "baselines",
  tables: ["baseline_versions"],
  kept: true,
  migrations: [createTables],
};

async function createTables(database: Database): Promise<void> {
  await tables<BaselinesTables>(database)
    .schema.createTable("baseline_versions")
    .addColumn("organization", "text", (column) => column.notNull())
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("created_at", "integer", (column) => column.notNull())
    .addColumn("in_force_from", "integer", (column) => column.notNull())
    .addColumn("baselines", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("baseline_versions_key", ["organization", "version"])
    .execute();
}

/** Gives: an organization's versions, the oldest first, without the shipped one. */
export async function readBaselineVersions(
  database: Database,
  organization: string,
): Promise<BaselineVersion[]> {
  const rows = await tables<BaselinesTables>(database)
    .selectFrom("baseline_versions")
    .selectAll()
    .where("organization", "=", organization)
    .orderBy("version")
    .execute();
  return rows.map(({ version, source, created_at, in_force_from, baselines }) => ({
    version,
    source,
    createdAt: created_at,
    inForceFrom: in_force_from,
    baselines: JSON.parse(baselines) as Baselines,
  }));
}

/** Gives: the version that a recompute would use; the shipped one where there is no other. */
export async function newestBaselines(database: Database, organization: string): Promise<BaselineVersion> {
  return (await readBaselineVersions(database, organization)).at(-1) ?? SHIPPED_VERSION;
}

/** A version that is about to be kept. */
export interface NewBaselines {
  organization: string;
  source: "learned" | "set";
  createdAt: Milliseconds;
  inForceFrom: Milliseconds;
  baselines: Baselines;
}

/** Keeps a version with the next number. Takes: a transaction. */
export async function addBaselineVersion(
  transaction: Database,
  { organization, source, createdAt, inForceFrom, baselines }: NewBaselines,
): Promise<BaselineVersion> {
  const version = (await newestBaselines(transaction, organization)).version + 1;
  await tables<BaselinesTables>(transaction)
    .insertInto("baseline_versions")
    .values({
      organization,
      version,
      source,
      created_at: createdAt,
      in_force_from: inForceFrom,
      baselines: JSON.stringify(baselines),
    })
    .execute();
  return { version, source, createdAt, inForceFrom, baselines };
}
