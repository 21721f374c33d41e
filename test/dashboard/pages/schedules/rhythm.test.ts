import { describe, expect, test } from "bun:test";
import { cronOf, rhythmOf, sayRhythm } from "../../../../embedded/dashboard/pages/schedules/rhythm.ts";

const say = (cron: string, timezone = "Europe/Berlin") => sayRhythm({ cron, timezone });

describe("when a schedule runs", () => {
  test("stays a cron expression when it has no simple words", () => {
    for (const cron of ["0 8 1-7 * 1", "*/5 * * * *", "@weekly", "0 25 * * *", "0 8 1 * 1", "0 0 29 2 *"])
      expect(rhythmOf(cron)).toBeNull();
    expect(say("0 8 1-7 * 1")).toBe("cron 0 8 1-7 * 1 Berlin");
  });

  test.each([
    ["0 8 * * 1", "Every Monday 08:00 Berlin"],
    ["30 17 * * 0", "Every Sunday 17:30 Berlin"],
    ["0 8 * * 1-5", "Every working day 08:00 Berlin"],
    ["5 0 * * *", "Every day 00:05 Berlin"],
    ["0 8 1 * *", "On day 1 of every month 08:00 Berlin"],
  ])("%s is said as %s, and is the same expression again", (cron, words) => {
    expect(say(cron)).toBe(words);
    const rhythm = rhythmOf(cron);
    expect(rhythm === null ? "" : cronOf(rhythm)).toBe(cron);
  });

  test("names the zone by its city", () => {
    expect(say("0 8 * * 1", "America/New_York")).toBe("Every Monday 08:00 New York");
    expect(say("0 8 * * 1", "UTC")).toBe("Every Monday 08:00 UTC");
  });
});
