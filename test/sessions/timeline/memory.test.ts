import { describe, expect, test } from "bun:test";
import { TimelineMemory } from "../../../src/sessions/timeline/memory.ts";

/** Makes entries that count how often they were made. */
function counting() {
  let made = 0;
  return {
    make: async () => {
      made += 1;
      return [];
    },
    made: () => made,
  };
}

describe("the timeline that was read last", () => {
  test("is not made again for the next page", async () => {
    const [memory, { make, made }] = [new TimelineMemory(), counting()];
    await memory.entries("one", 1_000, make);
    await memory.entries("one", 30_999, make);
    expect(made()).toBe(1);
  });

  test.each([
    ["another session was read, or its rows have changed", "two", 1_001],
    ["half a minute has passed", "one", 31_000],
    ["the clock went back", "one", 999],
  ])("is made again when %s", async (_, of, at) => {
    const [memory, { make, made }] = [new TimelineMemory(), counting()];
    await memory.entries("one", 1_000, make);
    await memory.entries(of, at, make);
    expect(made()).toBe(2);
  });
});
