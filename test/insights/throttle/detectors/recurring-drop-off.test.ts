import { describe, expect, test } from "bun:test";
import {
  findRecurringSlots,
  hourOfWeek,
  isInSlot,
} from "../../../../src/insights/throttle/detectors/recurring-drop-off.ts";
import { DAY, HOUR } from "../../../../src/vocabulary/units.ts";

const MONDAY = Date.UTC(2026, 9, 5);
const WEEKS = [0, 1, 2, 3];

/** Four weeks from Monday to Friday, 8 to 18 o'clock. */
const WORKED = WEEKS.flatMap((week) =>
  [0, 1, 2, 3, 4].flatMap((day) =>
    [8, 10, 12, 14, 16].map((hour) => MONDAY + (7 * week + day) * DAY + hour * HOUR),
  ),
);

function wednesdays(hour: number, weeks: readonly number[]): number[] {
  return weeks.map((week) => MONDAY + (7 * week + 2) * DAY + hour * HOUR);
}

describe("recurring drop-off", () => {
  test("is nowhere when nobody dropped off, or nobody worked", () => {
    expect(findRecurringSlots(WORKED, [])).toEqual([]);
    expect(findRecurringSlots([], [])).toEqual([]);
  });

  test("is not what happened in two weeks", () => {
    expect(findRecurringSlots(WORKED, wednesdays(14.5, [0, 2]))).toEqual([]);
  });

  test("is the two-hour slot in which it happened in three of four weeks", () => {
    const dropped = wednesdays(15.9, [0, 1, 3]);
    expect(findRecurringSlots(WORKED, dropped)).toEqual([
      { weekday: 2, hour: 14, probability: 0.75, weeks: 3 },
    ]);
    expect(isInSlot(dropped[0] ?? 0, findRecurringSlots(WORKED, dropped))).toBe(true);
    expect(isInSlot(MONDAY, findRecurringSlots(WORKED, dropped))).toBe(false);
  });

  test("is nowhere when people drop off everywhere", () => {
    expect(findRecurringSlots(WORKED, WORKED)).toEqual([]);
  });

  test("counts a week once, however many people drop off in it", () => {
    expect(findRecurringSlots(WORKED, [...wednesdays(14, [1]), ...wednesdays(14.2, [1, 1])])).toEqual([]);
  });
});

test("the hours of the week count from Monday", () => {
  expect([MONDAY, MONDAY + 6 * DAY + 23 * HOUR, 0].map(hourOfWeek)).toEqual([0, 167, 72]);
});
