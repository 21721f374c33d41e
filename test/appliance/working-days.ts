/** Days on which the demo's developers work, whatever day a test runs on. */
import { DAY, type Milliseconds } from "../../src/vocabulary/units.ts";

/**
 * Returns a Tuesday and a Wednesday that have been over for two days, so that the clock changes nothing any
 * more.
 */
export function tuesdayAndWednesday(now: Milliseconds): { from: Milliseconds; to: Milliseconds } {
  const days = Math.floor(now / DAY) - 2;
  // 1970 began on a Thursday
  const thursday = days - (days % 7);
  return { from: (thursday - 2) * DAY, to: thursday * DAY };
}
