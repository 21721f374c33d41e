import "../../learned-names.ts";
import { describe, expect, test } from "bun:test";
import { comparePair } from "../../../../embedded/dashboard/pages/developer/why/compare-pair.ts";
import type { TaskOfDeveloper } from "../../../../embedded/dashboard/pages/developer/why/fetch-why.ts";
import { differMuch, pairFor } from "../../../../embedded/dashboard/pages/developer/why/pairs.ts";

const NO_AMOUNT = { actual: null, earned: null, axis: null };

function task(id: string, bucket: number, sse: number | null): TaskOfDeveloper {
  return {
    id,
    bucket,
    scoreable: true,
    turns: 2,
    outcome: "reached",
    breakdown: { tokens: { actual: 30_000, earned: 1, axis: 0 }, humanTime: NO_AMOUNT },
    values: { sse, pes: null, ie: null, crr: null, fc: null },
  } as unknown as TaskOfDeveloper;
}

describe("the worst and the best task", () => {
  test("are of one size, counted, and the furthest apart", () => {
    const tasks = [
      task("a", 2, 30),
      task("b", 2, 55),
      task("c", 3, 20),
      task("d", 3, 60),
      task("e", 3, null),
      { ...task("f", 3, 99), scoreable: false },
    ];
    const pair = pairFor(tasks, "sse");
    expect([pair?.worst.id, pair?.best.id]).toEqual(["c", "d"]);
  });

  test("are none where no two of one size are ten points apart", () => {
    expect(pairFor([task("a", 2, 30), task("b", 3, 90), task("c", 2, 39)], "sse")).toBeNull();
    expect(pairFor([], "sse")).toBeNull();
  });

  test("are compared in what they took, with what differs by half or more marked", () => {
    const pair = { worst: { ...task("a", 2, 20), turns: 9 }, best: task("b", 2, 60) };
    const turns = [
      { text: "Fix it", isRepair: false },
      { text: "No, the other one", isRepair: true },
    ];
    const rows = comparePair(pair, turns, [{ text: "Fix the flaky test in cart.test.ts", isRepair: false }]);
    const row = (name: string) => rows.find((found) => found.name === name);
    expect(row("Prompts")).toEqual({ name: "Prompts", worst: "9", best: "2", differs: true });
    expect(row("Tokens taken")).toMatchObject({ worst: "30 k", best: "30 k", differs: false });
    expect(row("Human time")).toMatchObject({ worst: "–", best: "–", differs: false });
    expect(row("Repairs")).toMatchObject({ worst: "1", best: "0", differs: true });
    expect(row("First prompt")).toMatchObject({ worst: "2 words", best: "6 words", differs: true });
    expect(row("Outcome")).toMatchObject({ worst: "reached", differs: false });
  });

  test("differ much from half as much again on", () => {
    expect([differMuch(2, 3), differMuch(3, 2), differMuch(10, 14), differMuch(0, 0)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(differMuch(null, 3)).toBe(false);
  });
});
