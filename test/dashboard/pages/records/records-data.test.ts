import { describe, expect, test } from "bun:test";
import {
  eventsOf,
  gistOf,
  instantIn,
  nameOfRecord,
  placeOfPage,
  timeOf,
} from "../../../../embedded/dashboard/pages/records/records-data.ts";

const RECORD = { timestamp: "2026-11-17T08:55:46.578Z", event: "api_request", body: "b", attributes: {} };

describe("a raw record in the list", () => {
  test("has its time to the millisecond", () => {
    expect(timeOf(RECORD.timestamp)).toBe("08:55:46.578");
  });

  test("is called by its event, else by what its body begins with", () => {
    expect(nameOfRecord(RECORD)).toBe("api_request");
    expect(nameOfRecord({ ...RECORD, event: null, body: "a\n b" })).toBe("a b");
    expect(nameOfRecord({ ...RECORD, event: null, body: { deep: true } })).toBe("log record");
  });

  test("says what is particular about it, cut to a line", () => {
    const attributes = {
      other: 1,
      duration_ms: 12,
      model: "opus",
      prompt: "x".repeat(500),
      error: { deep: 1 },
    };
    expect(gistOf({ ...RECORD, attributes })).toBe(`prompt ${"x".repeat(90)}…, model opus, duration_ms 12`);
    expect(gistOf(RECORD)).toBe("");
  });
});

describe("the records' filters", () => {
  test("offer each event once", () => {
    expect(eventsOf([RECORD, { ...RECORD, event: null }, { ...RECORD, event: "a" }, RECORD])).toEqual([
      "a",
      "api_request",
    ]);
  });

  test("take a time of the address, and nothing else for one", () => {
    expect(instantIn("2026-11-17T08:00:00Z")).toBe("2026-11-17T08:00:00.000Z");
    expect([instantIn(null), instantIn("<b>")]).toEqual([null, null]);
  });
});

test("shows a hundred records of many, and the first page for a page that is none", () => {
  expect(placeOfPage(0, null)).toEqual({ page: 1, pages: 1, first: 0, end: 0 });
  expect(placeOfPage(250, "3")).toEqual({ page: 3, pages: 3, first: 200, end: 250 });
  expect(placeOfPage(250, "9").page).toBe(3);
  expect(placeOfPage(250, "x").page).toBe(1);
});
