import { describe, expect, test } from "bun:test";
import { createLane } from "../../../src/ingest/reading/lane.ts";

describe("the lane of large bodies", () => {
  test("turns away who has waited too long, and is free afterwards", async () => {
    const lane = createLane(1);
    const [first, second] = [lane.open(), lane.open()];
    expect(await first.enter()).toBe(true);
    expect(await second.enter()).toBe(false);
    second.leave();
    first.leave();
    await new Promise(setImmediate);
    expect(await lane.open().enter()).toBe(true);
  });

  test("lets one in at a time, in the order they came", async () => {
    const lane = createLane();
    const order: string[] = [];
    const go = async (name: string): Promise<void> => {
      const passage = lane.open();
      await passage.enter();
      order.push(`${name} in`);
      await new Promise(setImmediate);
      order.push(`${name} out`);
      passage.leave();
    };
    await Promise.all([go("a"), go("b"), go("c")]);
    expect(order).toEqual(["a in", "a out", "b in", "b out", "c in", "c out"]);
  });

  test("is entered once by a body that asks twice", async () => {
    const lane = createLane();
    const [first, second] = [lane.open(), lane.open()];
    await first.enter();
    expect(await first.enter()).toBe(true);
    first.leave();
    first.leave();
    expect(await second.enter()).toBe(true);
  });

  test("answers others between two bodies", async () => {
    const lane = createLane();
    const [first, second] = [lane.open(), lane.open()];
    await first.enter();
    const entered = second.enter().then(() => "second");
    first.leave();
    const other = new Promise<string>((answered) => setImmediate(() => answered("somebody else")));
    expect(await Promise.race([entered, Promise.resolve().then(() => "nobody yet")])).toBe("nobody yet");
    expect([await other, await entered]).toEqual(["somebody else", "second"]);
  });
});
