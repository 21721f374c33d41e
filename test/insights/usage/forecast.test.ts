import { describe, expect, test } from "bun:test";
import { type DayCost, forecastMonth } from "../../../src/insights/usage/forecast.ts";
import { DAY } from "../../../src/vocabulary/units.ts";

/** A Thursday; the month has ten more days, four of them on weekends. */
const NOW = Date.UTC(2026, 10, 19, 12);
const END = Date.UTC(2026, 11, 1);
const TODAY = Math.floor(NOW / DAY);

/** Working days cost one amount, weekends another. */
function daysBefore(count: number, costOf: (weekend: boolean, place: number) => number): DayCost[] {
  return Array.from({ length: count }, (_, place) => {
    const day = TODAY - count + place;
    const weekend = [0, 6].includes(new Date(day * DAY).getUTCDay());
    return { day, usd: costOf(weekend, place) };
  });
}

const month = { spentUsd: 200, todayUsd: 4, now: NOW, end: END };

describe("a month's forecast", () => {
  test("is none by fewer than 14 days", () => {
    expect(
      forecastMonth(
        daysBefore(13, () => 10),
        month,
      ),
    ).toBeNull();
  });

  test("adds what is left of today, and each day to come at the mean of its kind", () => {
    const forecast = forecastMonth(
      daysBefore(56, (weekend) => (weekend ? 2 : 10)),
      month,
    );
    // today 10 - 4, seven working days and four of weekends
    expect(forecast?.expected).toBeCloseTo(200 + 6 + 7 * 10 + 4 * 2, 6);
    expect(forecast?.low).toBeCloseTo(forecast?.expected ?? 0, 6);
  });

  test("is wider where days differ more, and never below what is spent", () => {
    const wild = forecastMonth(
      daysBefore(56, (_, place) => (place % 2 === 0 ? 0 : 20)),
      month,
    );
    expect((wild?.high ?? 0) - (wild?.expected ?? 0)).toBeGreaterThan(20);
    const wilder = forecastMonth(
      daysBefore(56, (_, place) => (place === 20 ? 900 : 0)),
      month,
    );
    expect(wilder?.low).toBe(200);
  });
});
