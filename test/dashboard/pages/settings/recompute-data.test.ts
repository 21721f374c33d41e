/** How far a recompute has come, in words. */
import { expect, test } from "bun:test";
import {
  isOver,
  sayRecompute,
} from "../../../../embedded/dashboard/pages/settings/baselines/recompute-data.ts";

test.each([
  ["pending", "300 sub-sessions wait for their turn.", false],
  ["running", "120 of 300 sub-sessions so far.", false],
  ["completed", "120 sub-sessions are held against the newest baselines now.", true],
  ["failed", "It failed three times. Ask for it again.", true],
] as const)("one that is %s says so", (status, sentence, over) => {
  const reason = status === "failed" ? "It failed three times. Ask for it again." : null;
  const state = { status, done: 120, total: 300, reason };
  expect(sayRecompute(state)).toBe(sentence);
  expect(isOver(state)).toBe(over);
});
