import { afterEach, describe, expect, test } from "bun:test";
import { onClock } from "../../../embedded/dashboard/charts/heat/heat-cells.ts";
import { timeTicks } from "../../../embedded/dashboard/charts/time-ticks.ts";
import { clockName, setZone } from "../../../embedded/dashboard/words/clock.ts";
import {
  formatDay,
  formatMoment,
  formatSeconds,
  formatZonedMoment,
} from "../../../embedded/dashboard/words/times.ts";

afterEach(() => setZone("UTC"));

const SUMMER = "2026-07-18T22:30:15Z";
const WINTER = "2026-11-18T22:30:15Z";

describe("times", () => {
  test("are UTC until a zone is set, and where it is not known", () => {
    expect(formatZonedMoment(WINTER)).toBe("18 Nov, 22:30 UTC");
    setZone("Mars/Olympus");
    expect(formatZonedMoment(WINTER)).toBe("18 Nov, 22:30 UTC");
  });

  test("are on the reader's clock, with summer time and half hours", () => {
    setZone("Europe/Berlin");
    expect([formatMoment(SUMMER), clockName(SUMMER)]).toEqual(["19 Jul, 00:30", "UTC+2"]);
    expect([formatSeconds(WINTER), clockName(WINTER)]).toEqual(["23:30:15", "UTC+1"]);
    setZone("America/St_Johns");
    expect(formatZonedMoment(WINTER)).toBe("18 Nov, 19:00 UTC−3:30");
  });

  test("leave days in UTC, as scores are kept by them", () => {
    setZone("Asia/Tokyo");
    expect(formatDay(WINTER)).toBe("18 Nov");
  });
});

test("the hours of a week move with the clock, over the week's end too", () => {
  setZone("Asia/Tokyo");
  expect(onClock({ weekday: 6, hour: 20 })).toEqual({ weekday: 0, hour: 5 });
  setZone("America/Phoenix");
  expect(onClock({ weekday: 0, hour: 3 })).toEqual({ weekday: 6, hour: 20 });
});

test("the ticks of a time axis are round on the reader's clock", () => {
  setZone("Asia/Kolkata");
  const ticks = timeTicks(Date.parse("2026-11-18T09:08:00Z"), Date.parse("2026-11-18T12:30:00Z"), 4);
  expect(ticks.map(({ label }) => label)).toEqual(["15:00", "16:00", "17:00", "18:00"]);
});
