import { describe, expect, test } from "bun:test";
import { linesIn, packLines, unpackText } from "../../src/catalogue/frame-text.ts";

const MEGABYTE = 1024 * 1024;

async function packAndUnpack(lines: readonly string[]): Promise<string[]> {
  const text = await unpackText(Uint8Array.from(await packLines(lines)));
  return text.ok ? linesIn(text.value) : [];
}

describe("lines packed into a frame", () => {
  test.each([
    ["none", []],
    ["a few", ["{}", `{"a":"é𝄞"}`]],
    ["as many as a frame holds", Array.from({ length: 1024 }, (_, index) => `${index}`.padEnd(1023, "."))],
    ["more bytes than characters", ["日".repeat(MEGABYTE / 2), "本".repeat(MEGABYTE / 4)]],
    ["one that is longer than a frame", ["x".repeat(3 * MEGABYTE)]],
  ])("come out as they went in: %s", async (_, lines) => {
    expect(await packAndUnpack(lines)).toEqual(lines);
  });

  test("keep apart when many are packed at the same time, and one after the other", async () => {
    const frames = Array.from({ length: 40 }, (_, index) => [`${index}`.repeat(MEGABYTE / 2 - index)]);
    for (const some of [frames, frames.toReversed()])
      expect(await Promise.all(some.map(packAndUnpack))).toEqual(some);
  });
});
