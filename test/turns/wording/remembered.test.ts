import { describe, expect, test } from "bun:test";
import { remembered } from "../../../src/turns/wording/remembered.ts";

const counting = () => {
  const read: string[] = [];
  const lengthOf = remembered((text) => {
    read.push(text);
    return text.length;
  });
  return { read, lengthOf };
};

describe("a reading that is remembered", () => {
  test("reads a text once", () => {
    const { read, lengthOf } = counting();
    expect([lengthOf("one"), lengthOf("three"), lengthOf("one")]).toEqual([3, 5, 3]);
    expect(read).toEqual(["one", "three"]);
  });

  test("keeps no long text", () => {
    const { read, lengthOf } = counting();
    const long = "x".repeat(5_000);
    expect([lengthOf(long), lengthOf(long)]).toEqual([5_000, 5_000]);
    expect(read).toHaveLength(2);
  });

  test("forgets in time", () => {
    const { read, lengthOf } = counting();
    for (let number = 0; number <= 4_000; number += 1) lengthOf(`text ${number}`);
    read.length = 0;
    lengthOf("text 0");
    expect(read).toEqual(["text 0"]);
  });
});
