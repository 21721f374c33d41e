import { describe, expect, test } from "bun:test";
import { mergeNewestFirst } from "../../../src/answers/records/merge-newest-first.ts";
import type { FramePlace } from "../../../src/catalogue/frame-table.ts";

/** Frames with these newest records; `asked` counts how many were taken. */
async function* frames(name: string, times: number[], asked: string[]): AsyncGenerator<FramePlace, void> {
  for (const greatestMs of times) {
    asked.push(`${name}${greatestMs}`);
    yield { objectKey: `${name}${greatestMs}`, number: 0, offset: 0, length: 1, greatestMs };
  }
}

async function merged(left: number[], right: number[], most = Number.POSITIVE_INFINITY) {
  const [keys, asked]: [string[], string[]] = [[], []];
  for await (const { objectKey } of mergeNewestFirst(frames("a", left, asked), frames("b", right, asked))) {
    keys.push(objectKey);
    if (keys.length >= most) break;
  }
  return { keys, asked };
}

describe("two runs of frames", () => {
  test.each([
    [
      [9, 5, 1],
      [7, 6, 2],
      ["a9", "b7", "b6", "a5", "b2", "a1"],
    ],
    [[9, 5, 1], [], ["a9", "a5", "a1"]],
    [[], [3], ["b3"]],
    [[], [], []],
    [[5, 5], [5], ["a5", "a5", "b5"]],
    [
      [2, 1],
      [9, 8, 7],
      ["b9", "b8", "b7", "a2", "a1"],
    ],
  ])("%p and %p are read as %p", async (left, right, keys) => {
    expect((await merged(left, right)).keys).toEqual(keys);
  });

  test("are read no further than is asked for", async () => {
    expect((await merged([9, 8, 1], [7, 6], 2)).asked).toEqual(["a9", "b7", "a8"]);
  });
});
