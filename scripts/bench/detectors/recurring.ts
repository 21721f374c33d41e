/** Holds recurring_drop_off against weeks in which people stop by chance, and in one slot for a reason. */
import { findRecurringSlots } from "../../../src/insights/throttle/detectors/recurring-drop-off.ts";
import { createRandom } from "../../../src/demo/work/random.ts";
import { DAY, HOUR, type Milliseconds } from "../../../src/vocabulary/units.ts";

const MONDAY: Milliseconds = Date.UTC(2026, 9, 5);
const BAD_SLOT = { weekday: 2, hour: 14 };

/** What was found over many simulated months. */
export interface RecurringFigures {
  months: number;
  /** In which the bad slot was found. */
  found: number;
  falseSlots: number;
}

/**
 * @remarks Takes the chance that people drop off in a slot of a week, and that in the bad one; null for none
 *   that is bad.
 */
export function countRecurring(
  months: number,
  { usual, bad }: { usual: number; bad: number | null },
): RecurringFigures {
  const figures = { months, found: 0, falseSlots: 0 };
  for (let month = 0; month < months; month += 1) {
    const random = createRandom(`${usual} ${bad} ${month}`);
    const dropped = WORKED.filter((at) => random.chance(bad !== null && isBad(at) ? bad : usual));
    const slots = findRecurringSlots(WORKED, dropped);
    const badOnes = slots.filter(({ weekday, hour }) => bad !== null && isBadSlot({ weekday, hour }));
    figures.found += badOnes.length;
    figures.falseSlots += slots.length - badOnes.length;
  }
  return figures;
}

/** Four weeks from Monday to Friday, 8 to 18 o'clock. */
const WORKED: readonly Milliseconds[] = Array.from({ length: 28 }, (_, day) => day)
  .filter((day) => day % 7 < 5)
  .flatMap((day) => [8, 10, 12, 14, 16].map((hour) => MONDAY + day * DAY + hour * HOUR));

function isBad(at: Milliseconds): boolean {
  const since = at - MONDAY;
  return isBadSlot({ weekday: Math.floor(since / DAY) % 7, hour: (since % DAY) / HOUR });
}

function isBadSlot({ weekday, hour }: { weekday: number; hour: number }): boolean {
  return weekday === BAD_SLOT.weekday && hour === BAD_SLOT.hour;
}
