import { describe, expect, test } from "bun:test";
import { workOf } from "../../../../embedded/dashboard/pages/session/session-turns.ts";
import { pageOfTurns } from "../../../../embedded/dashboard/pages/session/turn-pages.ts";
import { ENTRIES } from "./told-session.ts";

const [turn] = workOf(ENTRIES).turns;
if (turn === undefined) throw new Error("a turn");
const turns = Array.from({ length: 120 }, (_, index) => ({ ...turn, index: index + 1 }));

describe("the table of turns", () => {
  test("shows fifty, with the turn that is looked at", () => {
    const { page, turns: shown } = pageOfTurns(turns, null, turns[77] ?? null);
    expect([page, shown.length, shown[0]?.index]).toEqual([2, 50, 51]);
  });

  test("shows the page that the address asks for, or the last one", () => {
    expect(pageOfTurns(turns, "3", turns[0] ?? null).turns.map(({ index }) => index)).toHaveLength(20);
    expect(pageOfTurns(turns, "99", null).page).toBe(3);
    expect(pageOfTurns(turns, "-1", null).page).toBe(1);
    expect(pageOfTurns([], null, null)).toEqual({ page: 1, turns: [] });
  });
});
