/** Which time a scheduled report covers. */
import { expect, test } from "bun:test";
import { windowBefore, type ScheduleWindow } from "../../../src/insights/schedules/window-before.ts";

// Source: the offsets of the IANA's tz database; Cairo's clocks skipped midnight of 2026-04-24, Havana's 2026-11-01
// had its first hour twice
const CASES: [ScheduleWindow, string, string, string, string][] = [
  ["day", "UTC", "2026-11-22T08:00:00Z", "2026-11-21T00:00:00Z", "2026-11-22T00:00:00Z"],
  ["week", "UTC", "2026-11-23T08:00:00Z", "2026-11-16T00:00:00Z", "2026-11-23T00:00:00Z"],
  ["week", "UTC", "2026-11-22T23:59:00Z", "2026-11-09T00:00:00Z", "2026-11-16T00:00:00Z"],
  ["month", "UTC", "2026-11-22T08:00:00Z", "2026-10-01T00:00:00Z", "2026-11-01T00:00:00Z"],
  ["day", "UTC", "2026-11-22T00:00:00Z", "2026-11-21T00:00:00Z", "2026-11-22T00:00:00Z"],
  ["day", "Europe/Berlin", "2026-03-30T06:00:00Z", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"],
  ["day", "Europe/Berlin", "2026-10-26T06:00:00Z", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"],
  ["month", "Europe/Berlin", "2026-11-01T06:00:00Z", "2026-09-30T22:00:00Z", "2026-10-31T23:00:00Z"],
  ["week", "Asia/Kathmandu", "2026-11-22T12:00:00Z", "2026-11-08T18:15:00Z", "2026-11-15T18:15:00Z"],
  ["day", "Pacific/Auckland", "2026-11-22T12:00:00Z", "2026-11-21T11:00:00Z", "2026-11-22T11:00:00Z"],
  ["day", "Africa/Cairo", "2026-04-25T06:00:00Z", "2026-04-23T22:00:00Z", "2026-04-24T21:00:00Z"],
  ["day", "America/Havana", "2026-11-02T12:00:00Z", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z"],
];

test.each(CASES)("the last whole %s of %s before %s", (...[window, timezone, at, from, to]) => {
  expect(windowBefore({ window, timezone }, Date.parse(at))).toEqual({
    from: Date.parse(from),
    to: Date.parse(to),
  });
});
