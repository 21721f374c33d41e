import { expect, test } from "bun:test";
import { rangesOver } from "../../../../embedded/dashboard/charts/ranges/shared-range.ts";

test("cards side by side have one scale with room for everything", () => {
  const near = { value: 50, interval: [45, 55] as const, before: 48 };
  expect(rangesOver([near, near], []).scale).toEqual([25, 75]);
  expect(rangesOver([near, { value: 80, interval: null, before: null }], []).scale).toEqual([0, 100]);
});
