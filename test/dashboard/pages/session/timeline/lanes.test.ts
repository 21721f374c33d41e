import { describe, expect, test } from "bun:test";
import { workOf } from "../../../../../embedded/dashboard/pages/session/session-turns.ts";
import {
  contextY,
  describeTimeline,
  drawLanes,
  turnAt,
} from "../../../../../embedded/dashboard/pages/session/timeline/lanes.ts";
import { ENTRIES, SUB_SESSIONS } from "../told-session.ts";

const work = workOf(ENTRIES);
const WHOLE = {
  from: Date.parse("2026-11-18T09:00:00Z"),
  to: Date.parse("2026-11-18T09:20:00Z"),
  left: 100,
  right: 1_300,
};
const drawn = drawLanes(work, WHOLE);

describe("the lanes of a timeline", () => {
  test("have everything at its time: one minute is sixty pixels here", () => {
    expect(drawn.turns.map(({ index, from }) => [index, from])).toEqual([
      [1, 100],
      [2, 700],
    ]);
    expect(drawn.calls).toBe("M110 90H170v18H110ZM700 90H760v18H700Z");
    expect(drawn.stalls).toEqual([{ from: 400, to: 700, ms: 300_000 }]);
    expect(drawn.failedCalls).toEqual([{ x: 280, count: 1 }]);
    expect(drawn.failedTools).toEqual([{ x: 170, count: 1 }]);
    expect(drawn.rejections).toEqual([{ x: 250, count: 1 }]);
    expect(drawn.resets).toEqual([{ x: 790, words: "compacted by hand" }]);
  });

  test("show of a part nothing that is outside of it", () => {
    const part = drawLanes(work, { ...WHOLE, from: Date.parse("2026-11-18T09:09:00Z") });
    expect(part.turns.map(({ index }) => index)).toEqual([2]);
    expect([part.failedCalls, part.rejections]).toEqual([[], []]);
    expect(part.stalls).toEqual([{ from: 100, to: expect.any(Number) as number, ms: 300_000 }]);
  });

  test("draw the context as high as the window was full, and nothing where that is not known", () => {
    expect(drawn.context?.line).toBe(`M170 ${contextY(0.5)}L760 ${Math.round(contextY(0.9) * 10) / 10}`);
    const untold = work.turns.map((turn) => ({
      ...turn,
      steps: turn.steps.map((step) => (step.kind === "model_call" ? { ...step, contextShare: null } : step)),
    }));
    expect(drawLanes({ ...work, turns: untold }, WHOLE).context).toBeNull();
  });

  test("find the turn at a place, or the nearest one", () => {
    expect([turnAt(drawn.turns, 120), turnAt(drawn.turns, 650), turnAt(drawn.turns, 5_000)]).toEqual([
      1, 2, 2,
    ]);
    expect(turnAt([], 1)).toBeNull();
  });

  test("are reported as a sentence", () => {
    expect(describeTimeline(work.turns, work.stalls, SUB_SESSIONS)).toBe(
      "Timeline: 2 tasks, 2 turns; 2 model calls, 1 tool call; 1 failed call, 1 failed tool, 1 rejection, 1 stall",
    );
  });
});
