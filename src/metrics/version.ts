/** Which formulas the stored numbers come from. */
import type { Instant } from "../vocabulary/units.ts";

/**
 * A change of any formula or word list is a new version.
 *
 * @see docs/scoring.md.
 */
export const SCORING_VERSION = "2026.12";

/** Rows of versions before this one were never released, and are computed again. */
const FIRST_RELEASED = "2026.12";

const numerically = new Intl.Collator("en", { numeric: true });

/** Whether rows of a version stay as they are when a newer one comes in force. */
export function isReleased(version: string): boolean {
  return numerically.compare(version, FIRST_RELEASED) >= 0;
}

const PART = 1_000;

/** A version as a number, so that rows can be compared column by column: `2026.12` is 2026012000. */
export function versionNumber(version: string): number {
  const [year = 0, number = 0, correction = 0] = version.split(".").map(Number);
  return (year * PART + number) * PART + correction;
}

/** A version whose rows stay, and when the next one came in force: the start of a UTC day. */
export interface EarlierFormulas {
  version: string;
  until: Instant;
}

/**
 * Returns the version that a period's numbers come from.
 *
 * @param earlier - The oldest first.
 * @returns The one that was in force when the period ended.
 * @see docs/scoring.md, "A new version".
 */
export function versionIn(earlier: readonly EarlierFormulas[], period: { end: Instant }): string {
  return earlier.find(({ until }) => period.end <= until)?.version ?? SCORING_VERSION;
}

/** Whether the formulas of a period were in force from the start of the one that it is compared with. */
export function areComparable(
  earlier: readonly EarlierFormulas[],
  before: { start: Instant },
  period: { end: Instant },
): boolean {
  return versionIn(earlier, { end: before.start + 1 }) === versionIn(earlier, period);
}
