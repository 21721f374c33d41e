/** How far a recompute has come, in words. */
import { expect, test } from "bun:test";
import {
  isOver,
  sayRecompute,
} from "../../../../embedded/dashboard/pages/settings/baselines/recompute-data.ts";

test.each([
  ["pending", "300 tasks wait for their turn.", false],
  ["running", "120 of 300 tasks so far.", false],
  ["completed", "120 tasks now use the newest baselines.", true],
  ["failed", "It failed three times. Ask for it again.", true],
] as const)("one that is %s says so", (status, sentence, over) => {
  const reason = status === "failed" ? "It failed three times. Ask for it again." : null;
  const state = { status, done: 120, total: 300, reason };
  expect(sayRecompute(state)).toBe(sentence);
  expect(isOver(state)).toBe(over);
});
