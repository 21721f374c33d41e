import { describe, expect, test } from "bun:test";
import { timeTicks } from "../../../embedded/dashboard/charts/time-ticks.ts";

const at = (text: string): number => Date.parse(text);

describe("the ticks of a time axis", () => {
  test("are round times, no more than wanted", () => {
    const ticks = timeTicks(at("2026-11-18T09:08:00Z"), at("2026-11-18T11:30:00Z"), 6);
    expect(ticks.map(({ label }) => label)).toEqual(["09:30", "10:00", "10:30", "11:00", "11:30"]);
  });

  test("name the day at midnight, and only days where the time is long", () => {
    const night = timeTicks(at("2026-11-18T20:00:00Z"), at("2026-11-19T04:00:00Z"), 3);
    expect(night.map(({ label }) => label)).toContain("19 Nov");
    const weeks = timeTicks(at("2026-11-01T00:00:00Z"), at("2026-11-20T00:00:00Z"), 4);
    expect(weeks.every(({ label }) => label.endsWith("Nov"))).toBe(true);
  });

  test("report seconds where the time is short", () => {
    const ticks = timeTicks(at("2026-11-18T09:08:01Z"), at("2026-11-18T09:08:31Z"), 4);
    expect(ticks.map(({ label }) => label)).toEqual(["09:08:10", "09:08:20", "09:08:30"]);
  });

  test("are few for a session of years", () => {
    expect(timeTicks(at("2020-01-01T00:00:00Z"), at("2026-01-01T00:00:00Z"), 5).length).toBeLessThan(40);
  });
});
