/** Reads which baselines an organization's sub-sessions are compared with. */
import type { Database } from "../../database/open.ts";
import {
  type BaselinesAt,
  baselinesAt,
  type BaselineVersion,
  type RecomputeWindow,
} from "./baseline-versions.ts";
import { readBaselineVersions } from "./baselines-table.ts";
import { readJournal } from "./recompute-table.ts";

/** Finds the version for a sub-session's start, for `baselinesAt`. */
export interface BaselinesKnown {
  versions: BaselineVersion[];
  recomputes: RecomputeWindow[];
}

/** Returns the versions that exist now. */
async function readBaselinesKnown(database: Database, organization: string): Promise<BaselinesKnown> {
  return {
    versions: await readBaselineVersions(database, organization),
    recomputes: await readJournal(database, organization),
  };
}

/** Returns a function that finds the version for a sub-session's start, as of now. */
export async function baselinesFor(database: Database, organization: string): Promise<BaselinesAt> {
  const { versions, recomputes } = await readBaselinesKnown(database, organization);
  return baselinesAt(versions, recomputes);
}
