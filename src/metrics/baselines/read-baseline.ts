/** Whether the work of a window is compared with shipped, learned or set baselines. Only this file decides it. */
import { z } from "zod";
import type { Database } from "../../database/open.ts";
import { BASELINE_SOURCES, baselinesAt, type BaselineSource, inOrderOfForce } from "./baseline-versions.ts";
import { readBaselineVersions } from "./baselines-table.ts";
import { readDone } from "./recompute-table.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { StartWindow } from "./restate-table.ts";

/** The field that every response with numbers that depend on baselines has. */
export const BASELINE = z
  .enum(BASELINE_SOURCES)
  .describe(
    "What the numbers are held against. `shipped` as long as work that starts in the window may be held against " +
      "shipped values: 50 is not yet the organization's own. Else the source of the newest version that holds.",
  );

/** What the work of a window is compared with, and since when there is that. */
export interface HeldBaseline {
  source: BaselineSource;
  /** When it was learned or set; null for the shipped one. */
  since: Instant | null;
}

/** Reads which kind of baselines the sub-sessions that start in a window are compared with; see `readHeldBaseline`. */
export async function readBaseline(database: Database, window: StartWindow): Promise<BaselineSource> {
  return (await readHeldBaseline(database, window)).source;
}

/**
 * Reads the same, and when it was learned or set.
 *
 * @returns `shipped` also while earlier work is being put on the first learned version
 */
export async function readHeldBaseline(
  database: Database,
  { organization, from, to }: StartWindow,
): Promise<HeldBaseline> {
  const versions = await readBaselineVersions(database, organization);
  const done = await readDone(database, organization);
  const at = baselinesAt(versions, done);
  const bounds = [
    ...versions.map(({ inForceFrom }) => inForceFrom),
    ...done.flatMap(({ from: begin, to: end }) => [begin, end]),
  ];
  const held = [from, ...bounds.filter((bound) => from < bound && bound < to)].map(at);
  const newest = inOrderOfForce(held).at(-1);
  if (newest === undefined || held.some(({ source }) => source === "shipped"))
    return { source: "shipped", since: null };
  return { source: newest.source, since: newest.createdAt };
}
