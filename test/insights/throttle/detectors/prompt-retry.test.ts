import { expect, test } from "bun:test";
import { findRetryEpisodes } from "../../../../src/insights/throttle/detectors/prompt-retry.ts";
import { MINUTE } from "../../../../src/vocabulary/units.ts";

test("retries are an episode when two or more come within 15 minutes of each other", () => {
  const retries = [0, 40, 50, 64, 90].map((minutes) => ({ at: minutes * MINUTE }));
  const episodes = findRetryEpisodes(retries.toReversed());
  expect(episodes.map((run) => run.map(({ at }) => at / MINUTE))).toEqual([[40, 50, 64]]);
});
