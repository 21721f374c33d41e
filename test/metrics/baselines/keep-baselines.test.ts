/** When the baselines' stage looks again. */
import { expect, test } from "bun:test";
import { baselinesStage } from "../../../src/metrics/baselines/keep-baselines.ts";
import { DAY, SECOND } from "../../../src/vocabulary/units.ts";
import { openStore, START } from "../stored-rows.ts";

const PACE = { goAhead: async () => {}, stopping: new AbortController().signal };

test("a first version that waits for a pause is looked at again within a second, although nobody wakes the stage", async () => {
  const { database } = await openStore();
  const stage = baselinesStage({ database, clock: () => START + DAY });
  const { leastMs, mostMs } = await stage.step(PACE);
  expect(leastMs).toBe(0);
  expect(mostMs).toBeLessThanOrEqual(SECOND);
});
