import { describe, expect, test } from "bun:test";
import { runChaos } from "../../scripts/chaos/run.ts";
import { programCommand } from "../../scripts/chaos/victim.ts";

/** In the order of this seed it kills the main process, its server and everything; scripts/chaos.ts kills 40 times. */
const FIVE_KILLS = { kills: 5, seed: 28, clients: 4, longestPauseMs: 700 };

describe("an appliance, and a process that ingests into its stream, killed over and over under load", () => {
  test("lose nothing acknowledged, keep nothing twice, need no hands, and their books balance", async () => {
    const report = await runChaos({
      ...FIVE_KILLS,
      ingests: 2,
      program: programCommand(null),
    });
    expect(report.violations).toEqual([]);
    expect(report.kills).toEqual({ main: 1, server: 1, guard: 0, tree: 1, second: 2 });
    expect(report.ledger.acknowledged.size).toBeGreaterThan(100);
    // how many depends on how long a start takes here, which each kill of the first one costs it too
    expect(report.bySecond).toBeGreaterThan(0);
    // the two at first, and whoever came after a kill
    expect(report.figures.publishers.size).toBeGreaterThan(2);
  });
});
