import { describe, expect, test } from "bun:test";
import { sizeOf } from "../../src/turns/size.ts";
import type { WorkDone } from "../../src/turns/size.ts";
import { expectClose, goldenCases } from "../golden/cases.ts";

describe("the size of a sub-session", () => {
  for (const { input, output } of goldenCases<WorkDone, { size: number; bucket: number }>("size")) {
    test(`of ${JSON.stringify(input)}`, () => expectClose(sizeOf(input), output));
  }
  test("is 1 in bucket 0 when nothing was done", () => {
    expect(sizeOf({ filesTouched: 0, addedLines: 0, removedLines: 0, toolCalls: 0 })).toEqual({
      size: 1,
      bucket: 0,
    });
  });
  test("never leaves the last bucket", () => {
    expect(sizeOf({ filesTouched: 9_000, addedLines: 0, removedLines: 0, toolCalls: 0 }).bucket).toBe(8);
  });
});
