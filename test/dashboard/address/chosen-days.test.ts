import { describe, expect, test } from "bun:test";
import { chosenDaysIn } from "../../../embedded/dashboard/address/chosen-days.ts";
import { rangeIn } from "../../../embedded/dashboard/address/range.ts";
import { daysOf } from "../../../embedded/dashboard/address/zoom.ts";

describe("days that an address chooses", () => {
  test.each([
    ["since=2026-10-01"],
    ["since=2026-10-02&until=2026-10-01"],
    ["since=2026-02-30&until=2026-03-01"],
    ["since=yesterday&until=2026-10-01"],
    ["since=2025-01-01&until=2026-10-01"],
  ])("are none in %p", (search) => {
    expect(chosenDaysIn(search)).toBeNull();
    expect(rangeIn(search)).toBe(30);
  });

  test("hold the first and the last one", () => {
    expect(chosenDaysIn("since=2026-10-01&until=2026-10-14")).toEqual({
      since: "2026-10-01",
      until: "2026-10-14",
    });
    expect(rangeIn("since=2026-10-01&until=2026-10-14")).toBe(14);
    expect(rangeIn("since=2026-10-01&until=2026-10-01")).toBe(1);
  });
});

describe("a part of a chart", () => {
  test("is its days", () => {
    expect(daysOf("2026-10-01T00:00:00Z", "2026-10-03T00:00:00Z", "day")).toEqual({
      since: "2026-10-01",
      until: "2026-10-03",
    });
  });

  test("of weeks ends on a Sunday, also where the first week is cut", () => {
    const week = "2026-10-05T00:00:00Z";
    expect(daysOf(week, week, "week")).toEqual({ since: "2026-10-05", until: "2026-10-11" });
    const cut = "2026-09-30T00:00:00Z";
    expect(daysOf(cut, cut, "week")).toEqual({ since: "2026-09-30", until: "2026-10-04" });
  });
});
