/** How long to wait before something that failed is tried again. */
import { SECOND, type Milliseconds, type Ratio } from "../vocabulary/units.ts";

const FIRST_MS: Milliseconds = 50;
/** Not longer: a repaired disk should be noticed while somebody looks on. */
const LONGEST_MS: Milliseconds = 5 * SECOND;
const SPREAD: Ratio = 0.2;

/**
 * Returns a pause that doubles with each failure, a little longer or shorter by chance, so that what failed
 * together is not tried again together.
 *
 * @param chance - How often it has failed in a row, from 1; `chance`, from 0 up to 1.
 */
export function pauseAfter(tries: number, chance: Ratio): Milliseconds {
  const pause = Math.min(FIRST_MS * 2 ** Math.min(tries - 1, 20), LONGEST_MS);
  return Math.round(pause * (1 + SPREAD * (2 * chance - 1)));
}
