import { describe, expect, test } from "bun:test";
import { z } from "zod";
import {
  pageParameters,
  OPEN_WINDOW_PARAMETERS,
  resolveOpenWindow,
  resolveWindow,
  WINDOW_PARAMETERS,
} from "../../../src/http/lists/window.ts";
import { Refusal } from "../../../src/http/refusal.ts";
import { DAY } from "../../../src/vocabulary/units.ts";

const NOW = Date.UTC(2026, 10, 21);

describe.each([
  ["a window", z.object(WINDOW_PARAMETERS)],
  ["an open window", z.object(OPEN_WINDOW_PARAMETERS)],
])("%s", (_, schema) => {
  test.each([
    "yesterday",
    "",
    "2026-11-21",
    "2026-11-21T12:00:00",
    "2026-02-30T00:00:00Z",
    "2026-02-29T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "2026-11-21T25:00:00Z",
    "2026-11-21T24:00:00Z",
    "2026-11-21T12:60:00Z",
    "2026-11-21T12:00:00+25:00",
    "-000001-01-01T00:00:00Z",
    "1763683200000",
  ])("does not begin or end at %p", (time) => {
    expect(schema.safeParse({ from: time }).error?.issues.map(({ path }) => path)).toEqual([["from"]]);
    expect(schema.safeParse({ to: time }).error?.issues.map(({ path }) => path)).toEqual([["to"]]);
  });

  test("takes an offset whose plus sign arrived as a blank", () => {
    expect(schema.parse({ from: "2026-11-21T12:00:00 02:00" }).from).toBe("2026-11-21T12:00:00+02:00");
  });
});

test("a window that ends before it begins is refused", () => {
  const asked = { from: "2026-11-02T00:00:00Z", to: "2026-11-01T00:00:00Z" };
  expect(() => resolveWindow(asked, NOW)).toThrow(Refusal);
  expect(() => resolveOpenWindow(asked)).toThrow(Refusal);
});

test("a window without times is the last 30 days, an open one all times", () => {
  expect(resolveWindow({}, NOW)).toEqual({ from: NOW - 30 * DAY, to: NOW });
  expect(resolveOpenWindow({})).toEqual({ from: 0, to: Number.MAX_SAFE_INTEGER });
});

test.each([0, -1, 1.5, "ten", "", "1e309", "NaN", "99999999999999999999", 501])(
  "a limit of %p is refused",
  (limit) => {
    expect(pageParameters({ usual: 50, most: 500 }).limit.safeParse(limit).success).toBe(false);
  },
);
