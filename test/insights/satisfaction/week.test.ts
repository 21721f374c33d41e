import { expect, test } from "bun:test";
import { weekName, weekOf, weeksIn } from "../../../src/insights/satisfaction/week.ts";

// Source: the ISO 8601 week dates around each turn of a year, as `date +%G-W%V` gives them
test.each([
  ["2026-11-22T23:59:59Z", "2026-W47"],
  ["2026-11-23T00:00:00Z", "2026-W48"],
  ["2026-12-31T12:00:00Z", "2026-W53"],
  ["2027-01-03T12:00:00Z", "2026-W53"],
  ["2027-01-04T00:00:00Z", "2027-W01"],
  ["2024-12-30T00:00:00Z", "2025-W01"],
  ["2023-01-01T00:00:00Z", "2022-W52"],
])("%s is in %s", (at, name) => {
  expect(weekName(weekOf(Date.parse(at)))).toBe(name);
});

test("a window has every week that it touches, whole", () => {
  const weeks = weeksIn({ from: Date.parse("2026-11-18T12:00:00Z"), to: Date.parse("2026-11-30T00:00:00Z") });
  expect(weeks.map(weekName)).toEqual(["2026-W47", "2026-W48"]);
  expect(new Date(weeks[0]?.start ?? 0).toISOString()).toBe("2026-11-16T00:00:00.000Z");
});

test("a window without time has none", () => {
  const at = Date.parse("2026-11-18T12:00:00Z");
  expect(weeksIn({ from: at, to: at }).length).toBeLessThanOrEqual(1);
});
