/** Reads which baselines an organization's sub-sessions are held against. */
import type { Database } from "../../database/open.ts";
import { type BaselinesAt, baselinesAt } from "./baseline-versions.ts";
import { readBaselineVersions } from "./baselines-table.ts";
import { readJournal } from "./recompute-table.ts";

/** Gives: what tells the version for a sub-session's start, as of now. */
export async function baselinesFor(database: Database, organization: string): Promise<BaselinesAt> {
  return baselinesAt(
    await readBaselineVersions(database, organization),
    await readJournal(database, organization),
  );
}
