/** Which formulas the stored numbers come from. */

/**
 * A change of any formula or word list is a new version.
 *
 * @see docs/scoring.md.
 */
export const SCORING_VERSION = "2026.12";
