import { describe, expect, test } from "bun:test";
import { runChaos } from "../../scripts/chaos/run.ts";
import { programCommand } from "../../scripts/chaos/victim.ts";

describe("an appliance that is killed over and over under load", () => {
  test("loses nothing acknowledged, keeps nothing twice, and needs no hands", async () => {
    const report = await runChaos({
      kills: 20,
      seed: 20,
      clients: 8,
      program: programCommand(null),
      longestPauseMs: 700,
    });
    expect(report.violations).toEqual([]);
    expect(report.ledger.acknowledged.size).toBeGreaterThan(1_000);
  });
});

describe("two processes that ingest into one stream, killed over and over", () => {
  test("lose nothing acknowledged, keep nothing twice, and their books balance", async () => {
    const report = await runChaos({
      kills: 20,
      seed: 21,
      clients: 8,
      ingests: 2,
      program: programCommand(null),
      longestPauseMs: 700,
    });
    expect(report.violations).toEqual([]);
    expect(report.kills.second).toBeGreaterThan(0);
    expect(report.ledger.acknowledged.size).toBeGreaterThan(100);
    // how many depends on how long a start takes here, which each kill of the first one costs it too
    expect(report.bySecond).toBeGreaterThan(0);
    // the two at first, and whoever came after a kill
    expect(report.figures.publishers.size).toBeGreaterThan(2);
  });
});
