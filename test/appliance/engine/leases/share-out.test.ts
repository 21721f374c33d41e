import { describe, expect, test } from "bun:test";
import { shareOut } from "../../../../src/appliance/engine/leases/share-out.ts";
import type { Shares } from "../../../../src/database/leases/nodes-table.ts";

const NAMES = ["a", "b", "c", "d", "e"];

/** @param held - For each organization the epoch of who has it. */
function shares(
  held: readonly (number | null)[],
  { epochs, expired = [] }: { epochs: number[]; expired?: number[] },
): Shares {
  return {
    nodes: epochs.map((epoch) => ({
      node: `n${epoch}`,
      epoch,
      url: "",
      version: "",
      startedAt: 0,
      renewedAt: 0,
      isExpired: expired.includes(epoch),
    })),
    organizations: new Map(held.map((epoch, place) => [NAMES[place] ?? "", epoch])),
    duties: new Map(),
  };
}

describe("sharing organizations out", () => {
  test("gives a single engine all of them", () => {
    const { take, giveUp } = shareOut(shares([null, null, null], { epochs: [1] }), 1);
    expect({ take: take.toSorted(), giveUp }).toEqual({ take: ["a", "b", "c"], giveUp: [] });
  });

  test("takes no more than a share", () => {
    const two = shares([null, null, null, null, null], { epochs: [1, 2] });
    expect(shareOut(two, 1).take).toHaveLength(3);
  });

  test("gives up what is more than a share", () => {
    expect(shareOut(shares([1, 1, 1, 1], { epochs: [1, 2] }), 1)).toEqual({ take: [], giveUp: ["c", "d"] });
  });

  test("gives up nothing that would come back", () => {
    const uneven = shares([1, 1, 1, 2, 2], { epochs: [1, 2] });
    expect(shareOut(uneven, 1).giveUp).toEqual([]);
    expect(shareOut(uneven, 2).take).toEqual([]);
  });

  test("does not count engines that are silent", () => {
    const silent = shares([null, null, null, null], { epochs: [1, 2], expired: [2] });
    expect(shareOut(silent, 1).take).toHaveLength(4);
  });

  test("takes nothing that another engine has", () => {
    expect(shareOut(shares([2, 2, null], { epochs: [1, 2] }), 1).take).toEqual(["c"]);
  });
});
