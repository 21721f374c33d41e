import { describe, expect, test } from "bun:test";
import { packText, unpackText } from "../../../src/catalogue/frame-text.ts";
import { findZstdFrames } from "../../../src/writer/upkeep/zstd-frames.ts";

const random = () => Array.from({ length: 20_000 }, () => crypto.randomUUID()).join(" ");
const texts = ["", "a", "b".repeat(3_000_000), random(), "short"];

async function frames(): Promise<Buffer[]> {
  return Promise.all(texts.map((text) => packText(text)));
}

describe("the frames of an object", () => {
  test("are not found in bytes that hold none", () => {
    expect(findZstdFrames(Buffer.alloc(0))).toEqual([]);
    expect(findZstdFrames(Buffer.from("no frame"))).toEqual([]);
    expect(findZstdFrames(Buffer.from([0x28, 0xb5, 0x2f, 0xfd]))).toEqual([]);
  });

  test("are found one behind the other, whatever their size and content", async () => {
    const packed = await frames();
    const found = findZstdFrames(Buffer.concat(packed));
    expect(found.map(({ length }) => length)).toEqual(packed.map(({ length }) => length));
  });

  test("are found behind bytes that are none, and without the one that is cut off", async () => {
    const packed = await frames();
    const bytes = Buffer.concat([Buffer.from("rubbish"), ...packed]);
    const found = findZstdFrames(bytes.subarray(0, bytes.length - 1));
    expect(found[0]?.offset).toBe(7);
    expect(found).toHaveLength(packed.length - 1);
  });
});

describe("a frame", () => {
  test("gives its text, and reports each flipped bit", async () => {
    const packed = Uint8Array.from(await packText(random()));
    expect((await unpackText(packed)).ok).toBe(true);
    for (let at = 5; at < packed.length; at += Math.floor(packed.length / 50)) {
      const damaged = packed.slice();
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      expect(await unpackText(damaged)).toMatchObject({ ok: false, problem: { kind: "corrupt" } });
    }
  });
});
