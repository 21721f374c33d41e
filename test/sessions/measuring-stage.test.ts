/** When the stage measures again: soon after little, and once a second while records of the same sessions come. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { measuringStage } from "../../src/sessions/keep.ts";
import type { Stage, Step } from "../../src/vocabulary/stage.ts";
import { MINUTE, SECOND } from "../../src/vocabulary/units.ts";
import { Growing, START } from "./growing.ts";
import { turn } from "./one-turn.ts";

let growing: Growing;
beforeEach(async () => {
  growing = await Growing.open();
});
afterEach(() => growing.close());

/** Sends one turn of each of so many sessions. */
async function send(sessions: number): Promise<void> {
  growing.now = START + MINUTE;
  const records = Array.from({ length: sessions }, (_, place) =>
    turn({ session: `session-${place}`, at: START, text: "Change the step", file: "src/step.ts" }),
  );
  await growing.examine(records.flat());
}

/** Does a step, and says when it might begin and when it ended. */
async function stepOf(stage: Stage): Promise<{ step: Step; begunAt: number; endedAt: number }> {
  let begunAt = 0;
  const goAhead = async () => void (begunAt = performance.now());
  const step = await stage.step({ goAhead, stopping: new AbortController().signal });
  return { step, begunAt, endedAt: performance.now() };
}

describe("the measuring stage", () => {
  test("rests no longer than a second, and after little work a few times as long as that took", async () => {
    await send(1);
    const { step, begunAt, endedAt } = await stepOf(measuringStage(growing.measurer));
    expect(step.didWork).toBe(true);
    expect(step.leastMs).toBeLessThanOrEqual(Math.min(SECOND, 4 * (endedAt - begunAt)));
  });

  test("takes rounds that follow each other at once as one piece of work", async () => {
    await send(201);
    const stage = measuringStage(growing.measurer);
    const first = await stepOf(stage);
    expect(first.step.mostMs).toBe(0);
    let last = first;
    while (last.step.mostMs === 0) last = await stepOf(stage);
    const all = last.endedAt - first.begunAt;
    const least = Math.min(SECOND - all, 4 * (first.endedAt - first.begunAt));
    expect(last.step.leastMs).toBeGreaterThanOrEqual(least);
  });

  test("does not rest from work that it did not find", async () => {
    await send(1);
    const stage = measuringStage(growing.measurer);
    await stepOf(stage);
    expect((await stepOf(stage)).step).toMatchObject({ didWork: false, leastMs: 0 });
  });
});
