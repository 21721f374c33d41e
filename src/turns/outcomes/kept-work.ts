/** What a sub-session changed and did not take back, and what tests say about it. */
import { byTimeThenPlace } from "../../normaliser/event.ts";
import type { Turn } from "../turn.ts";
import { isSamePath } from "../wording/paths.ts";
import { editedFiles, type ToolReading } from "../work.ts";

/** What calls of a sub-session left behind. */
export interface KeptWork {
  changed: boolean;
  /** Whether something of what was changed was not taken back. */
  kept: boolean;
  /** The last known result of tests; null without one, and where nothing that was kept had been changed before. */
  test: "passed" | "failed" | null;
}

/**
 * Looks for what was changed and not taken back, in the order in which the calls ended.
 *
 * @see docs/scoring.md, "Outcome".
 */
export function keptWork(turns: readonly Turn[]): KeptWork {
  const readings = turns
    .flatMap((turn) => turn.toolReadings)
    .toSorted((left, right) => byTimeThenPlace(left.call, right.call));
  const firstKept = placeOfKept(readings);
  const lastTest = readings.findLastIndex(({ test }) => test !== null);
  return {
    changed: readings.some(({ changes }) => changes),
    kept: firstKept !== null,
    test: firstKept === null || lastTest < firstKept ? null : (readings[lastTest]?.test ?? null),
  };
}

/** The place of the first call whose changes were kept; null when none do. */
function placeOfKept(readings: readonly ToolReading[]): number | null {
  const reverted: string[] = [];
  let first: number | null = null;
  // From the last to the first, so that what is taken back later is known.
  for (const [place, reading] of [...readings.entries()].toReversed()) {
    if (reading.changes && !isTakenBack(reading, reverted)) first = place;
    if (reading.reverts === "everything") break;
    reverted.push(...(reading.reverts ?? []));
  }
  return first;
}

/** Whether later reverts name every file that a call changed; nobody knows which files a command changes. */
function isTakenBack({ call, edited }: ToolReading, reverted: readonly string[]): boolean {
  if (!edited) return false;
  return editedFiles(call).every(
    ({ path }) => path !== null && reverted.some((other) => isSamePath(path, other)),
  );
}
