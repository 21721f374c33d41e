/** When schedules fire: on the clocks of their zone, also when those are changed. */
import { describe, expect, test } from "bun:test";
import { MINUTE } from "../../../src/vocabulary/units.ts";
import { lastFiring, nextFiring, nextFirings, readTiming } from "../../../src/insights/schedules/firings.ts";

const NOW = Date.parse("2026-11-22T12:00:00Z");

function firings(cron: string, timezone: string, after: string): string[] {
  const found = nextFirings({ cron, timezone, after: Date.parse(after), count: 4 });
  if (!found.ok) throw new Error(found.problem.kind);
  return found.value.map((at) => new Date(at).toISOString());
}

describe("a timing", () => {
  test.each([
    "",
    "a",
    "60 * * * *",
    "* * * *",
    "* * * * * *",
    "H 9 * * *",
    "@reboot",
    "2026-12-01T00:00:00",
    "0 0 1 1 * 2030",
  ])("is not read from the expression %j", (cron) => {
    expect(readTiming({ cron, timezone: "UTC" }, NOW)).toEqual({
      ok: false,
      problem: { kind: "invalid_cron" },
    });
  });

  test.each(["0 0 30 2 *", "0 0 31 2,4,6,9,11 *"])("is not read from %j, which no calendar has", (cron) => {
    expect(readTiming({ cron, timezone: "UTC" }, NOW)).toEqual({
      ok: false,
      problem: { kind: "never_fires" },
    });
  });

  test.each(["", "Nowhere/City", "+01:00", "-05", "Europe/Berlin; x", "../UTC"])(
    "is not read in the zone %j",
    (timezone) => {
      const read = readTiming({ cron: "0 8 * * *", timezone }, NOW);
      expect(read).toEqual({ ok: false, problem: { kind: "invalid_timezone" } });
    },
  );

  test("is read with one blank between its fields, and the zone's own spelling", () => {
    const read = readTiming({ cron: "  0   8 * * MON ", timezone: "europe/berlin" }, NOW);
    expect(read).toEqual({ ok: true, value: { cron: "0 8 * * MON", timezone: "Europe/Berlin" } });
  });

  test.each(["* * * * *", "*/30 * * * *", "0,59 8 * * 1", "0,30 8 1 1 *", "0-1 0 29 2 *"])(
    "is not read from %j, which fires more than once in an hour",
    (cron) => {
      expect(readTiming({ cron, timezone: "Europe/Berlin" }, NOW)).toEqual({
        ok: false,
        problem: { kind: "too_often" },
      });
    },
  );

  test.each(["@daily", "@hourly", "59 * * * *", "0 9 * * 1-5", "0 0 L * *", "0 9 * * MON#1"])(
    "is read from %j",
    (cron) => {
      expect(readTiming({ cron, timezone: "UTC" }, NOW).ok).toBe(true);
    },
  );

  test("is read at any time of the hour, also where clocks change by half an hour", () => {
    for (let minute = 0; minute < 60; minute += 7)
      expect(
        readTiming({ cron: "30 * * * *", timezone: "Australia/Lord_Howe" }, NOW + minute * MINUTE).ok,
      ).toBe(true);
  });
});

// Source: the IANA's tz database: Berlin's clocks went forward at 01:00 UTC on 2026-03-29, back on 2026-10-25
describe("when the clocks are changed", () => {
  test("a time that is skipped fires when they have moved on", () => {
    expect(firings("30 2 * * *", "Europe/Berlin", "2026-03-28T12:00:00Z")).toEqual([
      "2026-03-29T01:00:00.000Z",
      "2026-03-30T00:30:00.000Z",
      "2026-03-31T00:30:00.000Z",
      "2026-04-01T00:30:00.000Z",
    ]);
  });

  test("a time that comes twice fires the first time", () => {
    expect(firings("30 2 * * *", "Europe/Berlin", "2026-10-24T12:00:00Z")).toEqual([
      "2026-10-25T00:30:00.000Z",
      "2026-10-26T01:30:00.000Z",
      "2026-10-27T01:30:00.000Z",
      "2026-10-28T01:30:00.000Z",
    ]);
    expect(firings("30 2,14 * * *", "Europe/Berlin", "2026-10-24T22:00:00Z")[1]).toBe(
      "2026-10-25T13:30:00.000Z",
    );
  });

  test("a step fires in the hour that comes twice both times, and misses the one that is skipped", () => {
    const back = firings("30 */2 * * *", "Europe/Berlin", "2026-10-24T22:31:00Z");
    expect(back.map((at) => at.slice(11, 16))).toEqual(["00:30", "01:30", "03:30", "05:30"]);
    expect(firings("30 */2 * * *", "Europe/Berlin", "2026-03-28T23:31:00Z")[0]).toBe(
      "2026-03-29T02:30:00.000Z",
    );
  });

  test("a time of day stays that time", () => {
    expect(firings("0 8 * * *", "America/New_York", "2026-10-31T00:00:00Z")).toEqual([
      "2026-10-31T12:00:00.000Z",
      "2026-11-01T13:00:00.000Z",
      "2026-11-02T13:00:00.000Z",
      "2026-11-03T13:00:00.000Z",
    ]);
  });
});

describe("the last firing", () => {
  const timing = { cron: "0 8 * * *", timezone: "UTC" };
  const at = Date.parse("2026-11-22T08:00:00Z");

  test("may be the time itself", () => {
    expect(lastFiring(timing, at)).toBe(at);
  });

  test("is before a time in the same minute", () => {
    expect(lastFiring(timing, at + 59_999)).toBe(at);
  });

  test("is the day before's until the millisecond has come", () => {
    expect(lastFiring(timing, at - 1)).toBe(Date.parse("2026-11-21T08:00:00Z"));
  });

  test("never comes after the next one", () => {
    expect(nextFiring(timing, at - 1)).toBe(at);
    expect(nextFiring(timing, at)).toBe(Date.parse("2026-11-23T08:00:00Z"));
  });
});
