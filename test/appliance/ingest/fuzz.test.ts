import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { attack, mutation, readSeeds } from "../../../scripts/fuzz/attack.ts";
import { checkKept } from "../../../scripts/fuzz/check-kept.ts";
import { startTestAppliance, type OwnAppliance } from "../running.ts";

// the long form is scripts/fuzz.ts
const COUNT = 800;
const SEED = "short form";

let appliance: OwnAppliance;

beforeAll(async () => {
  appliance = await startTestAppliance({ settings: { acceptProtobuf: true } });
});

afterAll(() => appliance.stop());

describe("captured bodies that were changed by chance", () => {
  test("are the same again for the same seed", () => {
    const seeds = readSeeds();
    expect(mutation(seeds, SEED, 7)).toEqual(mutation(seeds, SEED, 7));
    expect(mutation(seeds, SEED, 7)).not.toEqual(mutation(seeds, "another", 7));
  });

  test("are all answered, never with 5xx, and what was accepted can be read back", async () => {
    const { url, directory, firstKeys } = appliance;
    const key = firstKeys?.admin ?? "";
    const outcome = await attack({ url, key, count: COUNT, seed: SEED });
    expect(outcome.failures).toEqual([]);
    expect(outcome.statuses[200]).toBeGreaterThan(COUNT / 2);
    const kept = await checkKept({ url, key, directory, sentAgain: outcome.sentAgain });
    expect(kept.faults).toEqual([]);
    expect(kept.logsRead).toBeGreaterThan(0);
  }, 600_000);
});
