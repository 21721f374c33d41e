import { expect, test } from "bun:test";
import { formatMomentIn } from "../../../embedded/dashboard/words/zoned-times.ts";

const AT = "2026-10-25T01:30:00.000Z";

test("a moment is written on the clocks of its zone", () => {
  expect(formatMomentIn(AT, "Europe/Berlin")).toBe("Sun 25 Oct, 02:30");
  expect(formatMomentIn(AT, "Asia/Kathmandu")).toBe("Sun 25 Oct, 07:15");
});

test("a zone that the browser does not know is written in UTC, and says so", () => {
  expect(formatMomentIn(AT, "Europe/Atlantis")).toBe("Sun 25 Oct, 01:30 UTC");
});
