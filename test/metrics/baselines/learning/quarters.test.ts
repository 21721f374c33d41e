import { describe, expect, test } from "bun:test";
import { firstMondaysBetween } from "../../../../src/metrics/baselines/learning/quarters.ts";

const between = (after: string, upTo: string): string[] =>
  firstMondaysBetween(Date.parse(after), Date.parse(upTo)).map((at) => new Date(at).toISOString());

describe("the first Mondays of quarters", () => {
  test("are at midnight UTC, in January, April, July and October", () => {
    expect(between("2026-01-01T00:00:00Z", "2027-01-04T00:00:00Z")).toEqual([
      "2026-01-05T00:00:00.000Z",
      "2026-04-06T00:00:00.000Z",
      "2026-07-06T00:00:00.000Z",
      "2026-10-05T00:00:00.000Z",
      "2027-01-04T00:00:00.000Z",
    ]);
  });

  test("may be the quarter's first day", () => {
    expect(between("2029-09-30T00:00:00Z", "2029-10-31T00:00:00Z")).toEqual(["2029-10-01T00:00:00.000Z"]);
  });

  test("come after the one time and not after the other", () => {
    expect(between("2026-10-05T00:00:00Z", "2026-12-31T00:00:00Z")).toEqual([]);
    expect(between("2026-10-04T23:59:59.999Z", "2026-10-05T00:00:00Z")).toHaveLength(1);
  });
});
